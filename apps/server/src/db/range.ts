const dayMs = 86_400_000

/** The instants of a day range: from the start of its first day up to (not including) the end of its last, in UTC. */
export function rangeOf(query: { fromDate?: string | undefined; toDate?: string | undefined }): {
  from: Date | null
  until: Date | null
} {
  return {
    from: query.fromDate ? new Date(query.fromDate) : null,
    until: query.toDate ? endOf(query.toDate) : null,
  }
}

function endOf(text: string): Date {
  const instant = new Date(text)
  return text.length === 10 ? new Date(instant.getTime() + dayMs) : instant
}
