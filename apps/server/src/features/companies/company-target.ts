/** The target id of a company in the audit: companies have numbers, while audit targets are stored under ids. */
export function companyTarget(companyId: number): string {
  return `00000000-0000-4000-8000-${companyId.toString(16).padStart(12, '0')}`
}
