/** A text that is not longer than `max` characters; it ends with a whole word if its first word isn't longer than that. */
export function cutAtWord(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const end = line.lastIndexOf(' ', max)
  return end > 0 ? line.slice(0, end) : line.slice(0, max)
}
