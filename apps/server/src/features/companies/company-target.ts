/** What the audit calls a company: companies have numbers, what happens to things is kept under ids. */
export function companyTarget(companyId: number): string {
  return `00000000-0000-4000-8000-${companyId.toString(16).padStart(12, '0')}`
}
