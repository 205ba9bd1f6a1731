import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../format/names/shown-title.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { useCompany } from '../../session/company.ts'
import { FailedLine } from '../../ui/feedback/data-state.tsx'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Card, Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'
import { knownThreatsQuery } from './requests.api.ts'
import { sourceName, threatStatusName } from '../../words/named/threats.ts'

const typingMs = 400

/** Shows while the user types whether a threat is already known. */
export function KnownThreats({ search }: { search: string }) {
  const company = useCompany()
  const settled = useSettled(search, typingMs)
  const { data: found, error, refetch } = useQuery(knownThreatsQuery(company, settled))
  const isShown = settled !== '' && found !== undefined && found.total > 0
  return (
    <div role="status" className={css.knownSpace}>
      {error && !found ? <FailedLine retry={() => void refetch()}>{t('knownThreatsFailed')}</FailedLine> : null}
      {isShown ? (
        <Card as="div" kind="note" gap={2} tone="caution" className={css.known}>
          <Inline as="p" weight="medium">
            <IconInfoCircle size={16} stroke={1.7} aria-hidden="true" />
            {t('matchingThreats', { count: found.total })}
          </Inline>
          <ul>
            {found.items.map(({ id, source, title, status }) => (
              <Inline as="li" align="stretch" wrap key={id}>
                <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id }} target="_blank">
                  {shownTitle(source, title)}
                </Link>
                <span>
                  {sourceName(source)}, {threatStatusName(status, source)}
                </span>
              </Inline>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}
