import type { KnownThing } from '@signet/contract/requests/requests'
import type { AnySource } from '@signet/contract/threats/sources'
import { IconInfoCircle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defang } from '@signet/contract/threats/defang'
import { useState } from 'react'
import { shownTitle } from '../../format/names/shown-title.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FailedLine } from '../../ui/feedback/data-state.tsx'
import { StatusChip } from '../../ui/feedback/status-chip.tsx'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'
import { knownThreatsQuery, typingMs } from './requests.api.ts'
import { sourceName } from '../../words/named/threats.ts'

/**
 * Shows while the user types what of it is already known.
 *
 * @param lines the hosts, accounts and numbers that are about to be reported, with the line that each is shown by
 */
export function KnownThreats({ lines }: { lines: ReadonlyMap<string, string> }) {
  const words = [...lines.keys()]
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
          <Stack as="ul" gap={3}>
            {things.map((thing) => (
              <li key={thing.word}>
                <Text as="p" weight="medium">
                  {defang(lines.get(thing.word) ?? thing.word)}
                </Text>
                {thing.isOfficial ? (
                  <Text as="p">{t('officialDomain', { isStaff: String(isStaff) })}</Text>
                ) : (
                  <Threats known={thing} line={lines.get(thing.word) ?? thing.word} />
                )}
              </li>
            ))}
          </Stack>
        </Card>
      ) : null}
    </div>
  )
}

const shownFirst = 3

/**
 * The threats that a thing is known by.
 *
 * @param line that names it
 */
function Threats({ known: { threats, hasMore }, line }: { known: KnownThing; line: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? threats : threats.slice(0, shownFirst)
  const more = threats.length - shown.length
  // The line above the threats needn't be repeated.
  const nameOf = (source: AnySource, title: string) => {
    const name = shownTitle(source, title)
    return name === defang(line) ? '' : name
  }
  return (
    <>
      <Stack as="ul" gap={2}>
        {shown.map(({ id, number, source, title, status }) => (
          // On phones the status is below its own link, nearer than the next one.
          <Inline as="li" gap="0 2" wrap key={id}>
            <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id }} target="_blank">
              <span className="num">{number}</span> {nameOf(source, title)}
            </Link>
            <Inline as="span" is-inline>
              <span>{sourceName(source)}</span>
              <StatusChip status={status} source={source} />
            </Inline>
          </Inline>
        ))}
      </Stack>
      {more > 0 ? (
        <Button kind="quiet" onClick={() => setIsWhole(true)}>
          {t('andMore', { more: `${more}${hasMore ? '+' : ''}` })}
        </Button>
      ) : null}
    </>
  )
}
