/** What the command line says of itself. */
export const usage: string = `Asks a deployment of the Trading OMS interface for everything that its document promises.

  conformance ADDRESS [options]

  ADDRESS        where the deployment is, such as http://localhost:8787 or https://api.example.com/oms
  --token T      an access token of a user; CONFORMANCE_TOKEN in the environment does the same
  --account A    with --symbol: an account of that user, whose covered amount the suite may set
  --symbol S     a listed symbol; with --account, one that the account has a position in
  --plan FILE    what else the deployment offers, as JSON; the README has an example
  --house        asks for our own ways as well, which the document leaves open, and sends a token in an address
  --only TEXT    claims alone that have TEXT in their id
  --list         lists the claims and what each needs, and asks nothing
  --junit FILE   writes the outcomes as JUnit XML
  --json FILE    writes the outcomes as JSON
  --timeout MS   how long an answer may take (20000)
  --verbose      shows the claims that hold as well
  --help         this text

Covered amounts of the accounts that are named are changed. A claim whose need is not met is not asked and proves nothing.
Exit codes: 0 everything asked holds, 1 something breaks or nothing was asked, 2 used wrongly.`;
