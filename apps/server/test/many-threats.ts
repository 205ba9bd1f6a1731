import { randomUUID } from 'node:crypto'
import { threatSources, titleOf, type AnySource, type Kind, type SourceFields } from '@signet/contract/threats/sources'
import { sourceInfoOf, toutSources } from '@signet/contract/touts/tout-sources'
import { fingerprintOf, searchTextOf } from '../src/features/threats/found/finding-threat.ts'
import { putThreats, type SightedThreat } from '../src/features/intake/intake.queries.ts'
import type { Database } from '../src/db/database.ts'
import type { TestCompany } from './harness.ts'

/** The fields of a threat that a test sets; the rest has default values. */
export interface NewPublished {
  title: string
  kind?: Kind
  source?: AnySource
  fields?: SourceFields
  threatType?: string
  severity?: number
  category?: string
  score?: number
  firstSeen?: string
  lastSeen?: string
  publishedAt?: string
  autoFiltered?: boolean
}

/** One record of every source of a kind, with a value in each of the source's own fields. */
export function oneOfEachSource(kind: Kind): (NewPublished & { source: AnySource; fields: SourceFields })[] {
  const names = kind === 'tout' ? toutSources : threatSources
  return names.map((source) => {
    const info = sourceInfoOf(kind, source)
    const fields: SourceFields = {}
    for (const { field } of info.fields) {
      const [head, tail] = field.split('.') as [string, string?]
      if (tail) fields[head] = { ...(fields[head] as SourceFields | undefined), [tail]: `${field} of ${source}` }
      else fields[head] = field === 'subtype' ? 'Pages' : `${field} of ${source}`
    }
    const threatType = info.types[0] as string
    return { kind, source, fields, threatType, title: titleOf(source, threatType, fields) }
  })
}

/** Publishes the given threats at once; returns the ids in the given order. */
export async function publishThreats(
  database: Database,
  company: TestCompany,
  threats: readonly NewPublished[],
): Promise<string[]> {
  const found = threats.map((threat): SightedThreat => {
    const source = threat.source ?? 'Domain'
    const fields = threat.fields ?? { domain_name: threat.title }
    const kind = threat.kind ?? 'threat'
    return {
      threat: {
        id: randomUUID(),
        kind,
        source,
        fingerprint: fingerprintOf(source, randomUUID()),
        title: threat.title,
        search: searchTextOf(source, threat.title, fields, kind),
        threatType: threat.threatType ?? 'Look-alike domain',
        severity: threat.severity ?? 3,
        url: null,
        fields,
        brandId: null,
        class: null,
        score: threat.score ?? 80,
        indicators: [],
      },
      feed: 'test',
      line: 1,
      text: threat.title.replaceAll('\0', ''),
    }
  })
  await database.inCompanies([company.id], async (tx) => {
    await putThreats(tx, company.id, randomUUID(), new Date(), found)
    await tx
      .updateTable('threats')
      .set({ stage: 'published', published_at: new Date(), auto_filtered: false })
      .where('company_id', '=', company.id)
      .where(
        'id',
        'in',
        found.map(({ threat }) => threat.id),
      )
      .execute()
    for (const [index, { category, firstSeen, lastSeen, publishedAt, autoFiltered }] of threats.entries()) {
      const own = {
        ...(category ? { category } : {}),
        ...(firstSeen ? { first_seen: new Date(firstSeen) } : {}),
        ...(lastSeen ? { last_seen: new Date(lastSeen) } : {}),
        ...(publishedAt ? { published_at: new Date(publishedAt) } : {}),
        ...(autoFiltered ? { auto_filtered: true } : {}),
      }
      if (Object.keys(own).length === 0) continue
      await tx
        .updateTable('threats')
        .set(own)
        .where('company_id', '=', company.id)
        .where('id', '=', found[index]?.threat.id as string)
        .execute()
    }
  })
  return found.map(({ threat }) => threat.id)
}
