import type { Check } from "./check.ts";
import { adaptersKnowPortsAlone } from "./checks/adapters-know-ports-alone.ts";
import { brokerageKnowsMarginAndMarket } from "./checks/brokerage-knows-margin-and-market.ts";
import { ciTestIsRun } from "./checks/ci-test-is-run.ts";
import { clientKnowsTypesAlone } from "./checks/client-knows-types-alone.ts";
import { conformanceKnowsTypesAndTheDocument } from "./checks/conformance-knows-types-and-the-document.ts";
import { consoleKnowsClientAlone } from "./checks/console-knows-client-alone.ts";
import { contractKnowsTypesInProofsAlone } from "./checks/contract-knows-types-in-proofs-alone.ts";
import { docLinkResolves } from "./checks/doc-link-resolves.ts";
import { docNamesRealChecks } from "./checks/doc-names-real-checks.ts";
import { everyTestRuns } from "./checks/every-test-runs.ts";
import { exportHasAName } from "./checks/export-has-a-name.ts";
import { exportIsListed } from "./checks/export-is-listed.ts";
import { generatedFilesStayUncommitted } from "./checks/generated-files-stay-uncommitted.ts";
import { idCardReadKnowsNobody } from "./checks/id-card-read-knows-nobody.ts";
import { judgingCardsStayUnseen } from "./checks/judging-cards-stay-unseen.ts";
import { manifestSaysWhatItIs } from "./checks/manifest-says-what-it-is.ts";
import { marginComputesExactly } from "./checks/margin-computes-exactly.ts";
import { marginKnowsNobody } from "./checks/margin-knows-nobody.ts";
import { marketKnowsNobody } from "./checks/market-knows-nobody.ts";
import { moneyIsBigint } from "./checks/money-is-bigint.ts";
import { namesAreKebabCase } from "./checks/names-are-kebab-case.ts";
import { noHostOfOneRegistry } from "./checks/no-host-of-one-registry.ts";
import { noPathOfOneMachine } from "./checks/no-path-of-one-machine.ts";
import { nothingHappensOnImport } from "./checks/nothing-happens-on-import.ts";
import { nothingIsLeftUnfinished } from "./checks/nothing-is-left-unfinished.ts";
import { omsKnowsItsRooms } from "./checks/oms-knows-its-rooms.ts";
import { operationFileCarriesItsId } from "./checks/operation-file-carries-its-id.ts";
import { operationsComputeNothing } from "./checks/operations-compute-nothing.ts";
import { packageHasATest } from "./checks/package-has-a-test.ts";
import { packagesKnowNoApp } from "./checks/packages-know-no-app.ts";
import { packagesKnowNoTool } from "./checks/packages-know-no-tool.ts";
import { pathNamesASubject } from "./checks/path-names-a-subject.ts";
import { portHasASuite } from "./checks/port-has-a-suite.ts";
import { portsAreTypesAlone } from "./checks/ports-are-types-alone.ts";
import { publicNameHasASentence } from "./checks/public-name-has-a-sentence.ts";
import { publishedPackageIsWhole } from "./checks/published-package-is-whole.ts";
import { roomsAreEnteredByExports } from "./checks/rooms-are-entered-by-exports.ts";
import { roomsAreEnteredByName } from "./checks/rooms-are-entered-by-name.ts";
import { runtimeStaysAtTheEdge } from "./checks/runtime-stays-at-the-edge.ts";
import { serverKnowsItsRooms } from "./checks/server-knows-its-rooms.ts";
import { serverRootsKnowTheirRooms } from "./checks/server-roots-know-their-rooms.ts";
import { sourceParses } from "./checks/source-parses.ts";
import { statusesStandInOneTable } from "./checks/statuses-stand-in-one-table.ts";
import { testExpectsSomething } from "./checks/test-expects-something.ts";
import { testsUseNoMocks } from "./checks/tests-use-no-mocks.ts";
import { thrownErrorIsNotSent } from "./checks/thrown-error-is-not-sent.ts";
import { typesAreNotSilenced } from "./checks/types-are-not-silenced.ts";
import { unnamedRoomsStandAlone } from "./checks/unnamed-rooms-stand-alone.ts";
import { versionsComeFromTheCatalog } from "./checks/versions-come-from-the-catalog.ts";
import { wireTypesStopInOperations } from "./checks/wire-types-stop-in-operations.ts";
import { worldIsPassedIn } from "./checks/world-is-passed-in.ts";

/** Every check: first how we write, then who may know whom. */
export const everyCheck: readonly Check[] = [
  sourceParses,
  generatedFilesStayUncommitted,
  operationFileCarriesItsId,
  namesAreKebabCase,
  pathNamesASubject,
  worldIsPassedIn,
  nothingHappensOnImport,
  portHasASuite,
  thrownErrorIsNotSent,
  moneyIsBigint,
  marginComputesExactly,
  exportIsListed,
  exportHasAName,
  nothingIsLeftUnfinished,
  publicNameHasASentence,
  everyTestRuns,
  ciTestIsRun,
  testsUseNoMocks,
  testExpectsSomething,
  typesAreNotSilenced,
  manifestSaysWhatItIs,
  versionsComeFromTheCatalog,
  publishedPackageIsWhole,
  packageHasATest,
  noPathOfOneMachine,
  noHostOfOneRegistry,
  docLinkResolves,
  docNamesRealChecks,

  marginKnowsNobody,
  marketKnowsNobody,
  idCardReadKnowsNobody,
  brokerageKnowsMarginAndMarket,
  adaptersKnowPortsAlone,
  portsAreTypesAlone,
  clientKnowsTypesAlone,
  contractKnowsTypesInProofsAlone,
  conformanceKnowsTypesAndTheDocument,
  serverKnowsItsRooms,
  serverRootsKnowTheirRooms,
  omsKnowsItsRooms,
  consoleKnowsClientAlone,
  unnamedRoomsStandAlone,
  wireTypesStopInOperations,
  operationsComputeNothing,
  statusesStandInOneTable,
  runtimeStaysAtTheEdge,
  packagesKnowNoApp,
  packagesKnowNoTool,
  judgingCardsStayUnseen,
  roomsAreEnteredByName,
  roomsAreEnteredByExports,
];
