import type * as contract from '@signet/contract/threats/glossary'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { builtInEntry, loadGlossary } from '../indicators/glossary.ts'
import { ruleReasons } from '../indicators/glossary-entries.queries.ts'
import { deleteEntry, hideEntry, lockGlossaryEntry, putEntry } from './glossary.queries.ts'

/** The glossary, or the entries that contain the search text. */
export const getGlossary: Handler<typeof contract.getGlossary> = async ({ tx }, { query }) => {
  const needle = query.searchQuery?.toLowerCase() ?? ''
  const { entries } = await loadGlossary(tx)
  return entries.filter(({ Indicators, Description, Category }) =>
    [Indicators, Description, Category].some((text) => text.toLowerCase().includes(needle)),
  )
}

export const getOwnReasons: Handler<typeof contract.getOwnReasons> = ({ tx, company }) => ruleReasons(tx, company.id)

/**
 * Adds an entry, or replaces the text of an existing one; a built-in entry keeps its id.
 *
 * @throws AppError `CONFLICT` if it has changed since it was read, or another entry has its name
 */
export const putGlossaryEntry: Handler<typeof contract.putGlossaryEntry> = async (context, { params, body }) => {
  const { tx } = context
  const { entries } = await loadGlossary(tx)
  const before = entries.find(({ id }) => id === params.entryId)
  const stored = await lockGlossaryEntry(tx, params.entryId)
  // A hidden entry looks like a missing one to a user who adds it again.
  if ((stored && !stored.is_hidden ? stored.version : 0) !== body.version)
    throw new AppError('STALE_VERSION', { what: 'glossaryEntry' })
  const isTaken = entries.some(
    (entry) => entry.id !== params.entryId && entry.Indicators === body.Indicators && entry.Category === body.Category,
  )
  if (isTaken) throw new AppError('GLOSSARY_NAME_TAKEN')
  const words = { name: body.Indicators, category: body.Category, description: body.Description, is_hidden: false }
  const version = (stored?.version ?? 0) + 1
  await putEntry(tx, params.entryId, { ...words, version })
  const after = { Indicators: body.Indicators, Description: body.Description, Category: body.Category }
  await recordAudit(context, {
    action: 'glossary.changed',
    targetType: 'glossaryEntry',
    targetId: params.entryId,
    before: before && { Indicators: before.Indicators, Description: before.Description, Category: before.Category },
    after,
  })
  return { id: params.entryId, ...after, version }
}

/** Removes an entry; a built-in one is hidden until it is added again. */
export const deleteGlossaryEntry: Handler<typeof contract.deleteGlossaryEntry> = async (context, { params }) => {
  const { tx } = context
  const { entries } = await loadGlossary(tx)
  const before = entries.find(({ id }) => id === params.entryId)
  if (!before) throw new AppError('NOT_FOUND', { what: 'glossaryEntry' })
  const builtIn = builtInEntry(params.entryId)
  if (builtIn) {
    const { Indicators: name, Category: category, Description: description } = builtIn
    await hideEntry(tx, { id: params.entryId, name, category, description })
  } else await deleteEntry(tx, params.entryId)
  await recordAudit(context, {
    action: 'glossary.deleted',
    targetType: 'glossaryEntry',
    targetId: params.entryId,
    before: { Indicators: before.Indicators, Description: before.Description, Category: before.Category },
  })
}
