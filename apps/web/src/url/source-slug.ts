/** What a source is called in an address: FB is Facebook to people. */
export function sourceSlug(source: string): string {
  return source === 'FB' ? 'Facebook' : source
}
