import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSql, startPostgresql } from "@trading-oms/scratch";
import { expect, onTestFinished, test } from "vitest";
import { connectPostgresql } from "./client.ts";

test("accepts with sslmode=verify-full only the host of the certificate, from the configured authority", async () => {
  const server = await startPostgresql();
  onTestFinished(() => server.remove());
  const folder = await mkdtemp(join(tmpdir(), "oms-tls-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const authority = join(folder, "ca.pem");
  const [{ data }] = (await runSql(server.url, "select current_setting('data_directory') as data")) as [
    { readonly data: string },
  ];
  // PostgreSQL requires a private key that only its own user can read, so the server creates it.
  const name = "-subj /CN=localhost -addext subjectAltName=DNS:localhost -days 1";
  const openssl = `openssl req -x509 -newkey rsa:2048 -nodes -keyout ${data}/server.key -out ${data}/server.crt ${name}`;
  await runSql(server.url, `copy (select) to program '${openssl} 2>&1'`);
  await runSql(server.url, "alter system set ssl = on");
  await server.restart("fast");
  await copyFile(join(data, "server.crt"), authority);
  const isEncryptedAt = async (url: string): Promise<unknown> => {
    const client = connectPostgresql({ url });
    try {
      const text = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
      return (await client.query({ text })).rows[0]?.["ssl"];
    } catch (failure) {
      return (failure as Error).message;
    } finally {
      await client.close();
    }
  };
  const verified = server.url.replace("127.0.0.1", "localhost");
  expect(await isEncryptedAt(`${verified}?sslmode=verify-full&sslrootcert=${authority}`)).toBe(true);
  expect(await isEncryptedAt(`${verified}?sslmode=verify-full`)).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(await isEncryptedAt(`${server.url}?sslmode=verify-full&sslrootcert=${authority}`)).toContain(
    "ERR_TLS_CERT_ALTNAME_INVALID",
  );
  expect(await isEncryptedAt(server.url)).toBe(false);
});
