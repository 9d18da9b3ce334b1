import { includesRole, isRole, listRoles, type Role } from "@trading-oms/access";
import type { MiddlewareHandler } from "hono";
import type { BookServices, CallerServices, ServerServices } from "../services.ts";
import { fail } from "./failures.ts";
import { allowMethods } from "./middleware.ts";
import { authenticate, guard, type Operation, rolesAskedBy } from "./operation.ts";
import type { App, AppEnv, Route } from "./request-context.ts";

/** The contract of a document, as the generator writes it. */
type Contract = {
  readonly operationPrefix: string;
  readonly documentHead: Parameters<App["getOpenAPI31Document"]>[0];
  readonly securitySchemes: object;
  readonly routes: Readonly<Record<string, Route>>;
};

type Handlers<Routes extends Contract["routes"]> = {
  readonly [Id in keyof Routes]: (services: ServerServices) => Operation<Routes[Id]>;
};

/** A document whose operations are all served. */
export type ServedContract = Contract & {
  /** The path of each operation, by the name that logs, metrics and traces have for it. */
  readonly operationPaths: Readonly<Record<string, string>>;
  readonly serve: (app: App, services: ServerServices) => void;
};

/**
 * Connects the routes of a document to their handlers and path prefixes. A handler that is missing, or answers what the
 * document does not have, does not compile.
 */
export function serveContract<Routes extends Contract["routes"]>(
  contract: Contract & { readonly routes: Routes },
  handlers: Handlers<Routes>,
  pathPrefixes: readonly string[],
): ServedContract {
  const { operationPrefix, routes, securitySchemes } = contract;
  const places = Object.entries<Route>(routes).map(([id, route]) => ({
    name: operationPrefix + id,
    route,
    make: handlers[id as keyof Routes],
  }));
  return {
    ...contract,
    operationPaths: Object.fromEntries(places.map(({ name, route }) => [name, route.path])),
    serve: (app, services) => {
      for (const [name, scheme] of Object.entries(securitySchemes)) {
        app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
      }
      const role = leastRoleOf(Object.values(routes));
      const checks = role === undefined ? [] : [authenticate([role], services)];
      serveOperations(
        app,
        places.map(({ name, route, make }) => placeOperation(name, route as never, make(services))),
        services,
        checks,
      );
      if (checks.length > 0) for (const prefix of pathPrefixes) hidePaths(app, prefix, checks);
    },
  };
}

/** The least role that the routes ask for; undefined if one of them asks for none. Throws if there is no such role. */
function leastRoleOf(routes: readonly Route[]): Role | undefined {
  const asked = routes.map((route) => rolesAskedBy(route) ?? []);
  const unknown = asked.flat().find((role) => !isRole(role));
  if (unknown !== undefined) throw new RangeError(`${unknown} is no role: use ${listRoles()}.`);
  if (asked.some((roles) => roles.length === 0)) return undefined;
  const roles = asked.flat().filter(isRole);
  return roles.find((role) => roles.every((other) => includesRole(other, role)));
}

/**
 * Without the role, unknown paths get the same 401 or 403 as known ones, so that an answer does not reveal which exist.
 * OPTIONS needs no token anywhere.
 */
function hidePaths(app: App, prefix: string, checks: MiddlewareHandler<AppEnv>[]): void {
  const path = `${prefix}*`;
  app.options(path, (c) => fail(c, { code: "no_such_path" }));
  app.use(path, ...checks);
  app.all(path, (c) => fail(c, { code: "no_such_path" }));
}

type PlacedOperation = {
  readonly name: string;
  readonly route: Route;
  readonly operation: Operation<Route>;
};

/** Forgets the types of an operation, which have been compared with those of its route. */
export function placeOperation<Served extends Route>(
  name: string,
  route: Served,
  operation: Operation<Served>,
): PlacedOperation {
  return { name, route, operation: operation as unknown as Operation<Route> };
}

/**
 * Registers operations behind the checks that their routes ask for, and what else their paths answer; `checks` come before
 * the answer to a method that a path does not have. On Workers a valid request first loads what others have changed.
 */
export function serveOperations(
  app: App,
  placed: readonly PlacedOperation[],
  services: CallerServices & Pick<BookServices, "refreshBook">,
  checks: MiddlewareHandler<AppEnv>[] = [],
): void {
  const { refreshBook } = services;
  const offered: { readonly path: string; readonly method: string }[] = [];
  for (const { name, route, operation } of placed) {
    const {
      handler,
      alsoAt = [],
      ...options
    } = typeof operation === "function" ? { handler: operation } : operation;
    for (const path of [route.path, ...alsoAt]) {
      const routingPath = path.replaceAll(/\/{(.+?)}/g, "/:$1");
      guard(app, { name, route, path: routingPath }, services, options);
      const served: typeof handler =
        refreshBook === undefined
          ? handler
          : async (c, next) =>
              (await refreshBook())
                ? (handler(c, next) as Promise<Response>)
                : fail(c, { code: "not_ready" });
      app.openapi({ ...route, path, hide: path !== route.path }, served);
      offered.push({ path: routingPath, method: route.method.toUpperCase() });
    }
  }
  for (const [path, methods] of Map.groupBy(offered, (each) => each.path)) {
    allowMethods(
      app,
      path,
      methods.map(({ method }) => method),
      services.corsOrigins,
      checks,
    );
  }
}
