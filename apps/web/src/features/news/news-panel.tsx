import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dateTime } from '../../format/time/date-time.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { NoData, Skeleton } from '../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../ui/feedback/detail-panel.tsx'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import reading from '../../ui/layout/reading.module.css'
import { t } from './words.ts'
import { paragraphsOf } from './bulletin-text.ts'
import { newsItemQuery, type NewsItem } from './news.api.ts'
import { NewsSource, NewsTags } from './news-parts.tsx'
import { SaveNews } from './save-news.tsx'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** A full news article next to the cards. */
export function NewsPanel({
  newsId,
  known,
  index,
  total,
  onMove,
  onClose,
  onEdit,
}: {
  newsId: string
  /** The item from the card, so that it shows at once. Undefined if a link points to an item that isn't among the cards. */
  known: NewsItem | undefined
  index: number
  total: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
  onEdit: ((item: NewsItem, asks: 'words' | 'deletion') => void) | undefined
}) {
  const company = useCompany()
  const { role } = useUser()
  const query = useQuery({ ...newsItemQuery(company, newsId), enabled: !known })
  const item = known ?? query.data
  // News for all companies can be edited only by users who have access to all companies.
  const mayEdit = item && onEdit && (item.company !== null || role === 'superAdmin')
  const copyLink = () => copyText(`${location.origin}/news/${newsId}`, t('link'))
  return (
    <DetailPanel
      label={t('post')}
      index={index}
      total={total}
      onMove={onMove}
      onClose={onClose}
      actions={
        item && (
          <>
            {mayEdit && (
              <>
                <IconButton label={t('edit')} onClick={() => onEdit(item, 'words')}>
                  <IconPencil {...icon} />
                </IconButton>
                <IconButton label={t('delete')} onClick={() => onEdit(item, 'deletion')}>
                  <IconTrash {...icon} />
                </IconButton>
              </>
            )}
            <SaveNews item={item} />
            <IconButton label={t('copyLink')} onClick={copyLink}>
              <IconLink {...icon} />
            </IconButton>
          </>
        )
      }
    >
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box pad="2 5 6" className="scroller" tabIndex={0}>
        {item ? (
          <Stack as="article" gap={3}>
            <Text as="h2" size="object">
              {item.title}
            </Text>
            <Inline as="p" wrap size="meta" tone="faint">
              <NewsSource item={item} />
              <Text as="time" push dateTime={item.publishedAt}>
                {dateTime(item.publishedAt)}
              </Text>
            </Inline>
            <Stack gap={2} size="long" tone="quiet" className={reading.body}>
              {paragraphsOf(item.body).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </Stack>
            {item.tags.length > 0 && <NewsTags tags={item.tags} />}
          </Stack>
        ) : (
          <NoData query={query} what={t('postWhat')} loading={<Skeleton lines={8} />} />
        )}
      </Box>
    </DetailPanel>
  )
}
