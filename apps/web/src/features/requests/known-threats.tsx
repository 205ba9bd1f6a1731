import type { KnownThing } from '@signet/contract/requests/requests'
import { IconInfoCircle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defang } from '../../format/names/defang.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { FailedLine } from '../../ui/feedback/data-state.tsx'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'
import { knownThreatsQuery } from './requests.api.ts'
import { sourceName, threatStatusName } from '../../words/named/threats.ts'

const typingMs = 400

/**
 * Shows while the user types what of it is already known.
 *
 * @param words the hosts, accounts and numbers that are about to be reported
 */
export function KnownThreats({ words }: { words: string[] }) {
  const company = useCompany()
  const settled = useSettled(words, typingMs)
  // What was found stays while another line is looked for.
  const query = useQuery({ ...knownThreatsQuery(company, settled), placeholderData: keepPreviousData })
  const things = query.data?.filter(({ word }) => settled.includes(word)) ?? []
  const known = things.filter(({ isOfficial }) => !isOfficial)
  const isStaff = useCan('requests:move')
  const isOne = settled.length === 1
  return (
    <div role="status" className={css.knownSpace}>
      {query.error && !query.data ? (
        <FailedLine retry={() => void query.refetch()}>{t('knownThreatsFailed')}</FailedLine>
      ) : null}
      {things.length > 0 ? (
        <Card as="div" kind="note" gap={2} tone="caution" className={css.known}>
          {known.length > 0 ? (
            <Inline as="p" weight="medium">
              <IconInfoCircle size={16} stroke={1.7} aria-hidden="true" />
              {isOne ? t('alreadyKnown') : t('alreadyKnownOf', { known: known.length, all: settled.length })}
            </Inline>
          ) : null}
          <ul>
            {things.map((thing) => (
              <li key={thing.word}>
                {isOne && !thing.isOfficial ? null : <Text weight="medium">{defang(thing.word)}</Text>}
                {thing.isOfficial ? (
                  <Text as="p">{t('officialDomain', { isStaff: String(isStaff) })}</Text>
                ) : (
                  <Threats known={thing} />
                )}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}

/** The threats that a thing is known by. */
function Threats({ known: { threats, hasMore } }: { known: KnownThing }) {
  return (
    <>
      {threats.map(({ id, source, title, status }) => (
        <Inline align="stretch" wrap key={id}>
          <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id }} target="_blank">
            {shownTitle(source, title)}
          </Link>
          <span>
            {sourceName(source)}, {threatStatusName(status, source)}
          </span>
        </Inline>
      ))}
      {hasMore ? <Text tone="quiet">{t('andMore')}</Text> : null}
    </>
  )
}
