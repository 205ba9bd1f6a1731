import { useClientInfo } from '../../session/client-info.ts'
import { useCan } from '../../session/use-session.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import type { NewsItem } from './news.api.ts'
import { valueName } from '../../words/named/name-of.ts'

/** The author, and for those who publish news its readers. */
export function NewsSource({ item }: { item: NewsItem }) {
  const companyName = useClientInfo()?.name
  const { by, company } = item
  if (!useCan('news:publish')) return <span>{by}</span>
  const text = company === null ? t('byForAll', { by }) : t('byForCompany', { by, company: companyName ?? company })
  return <span>{text}</span>
}

/** The topics of a news item. */
export function NewsTags({ tags }: { tags: readonly string[] }) {
  return (
    <Inline as="ul" align="stretch" wrap aria-label={t('tags')}>
      {tags.map((tag) => (
        <li key={tag}>
          <Chip tone="closed">{valueName(tag)}</Chip>
        </li>
      ))}
    </Inline>
  )
}
