/** The path segment for a source. FB is written as Facebook. */
export function sourceSlug(source: string): string {
  return source === 'FB' ? 'Facebook' : source
}
