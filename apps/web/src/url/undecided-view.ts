/** The view of a list that contains what needs a decision, the most severe first: its id, and its filters as URL parameters. */
export const undecidedView = { id: 'review', filters: { status: 'open', sort: 'severity', dir: 'desc' } } as const
