/** Prepares each statement of a connection once. */
export function prepareOnce<Statement>(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}
