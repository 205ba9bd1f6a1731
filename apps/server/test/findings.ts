/** A line of an ingest stream. */
export const finding = (n: number, more: object = {}) =>
  JSON.stringify({
    externalId: `finding-${n}`,
    threatType: 'Phishing site',
    severity: 'High',
    fields: { domain_name: `login-${n}.example`, registrar: 'Example Registrar' },
    ...more,
  })
/** Lines of an ingest stream. */
export const findings = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, n) => `${finding(from + n)}\n`).join('')

/** A hundred thousand of them, in chunks. */
export async function* manyFindings() {
  for (let n = 0; n < 100_000; n += 500) yield Buffer.from(findings(n, n + 500))
}
