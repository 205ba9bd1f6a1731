import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { dateOnly } from '../../../format/time/date-time.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan, useUser } from '../../../session/use-session.ts'
import { keepSeen, seenUntil } from '../../../session/seen-until.ts'
import { unreadWhatsNewQuery, whatsNewSeen } from '../news-seen.ts'
import { searchWith, usePageSearch } from '../../../url/page-search.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import reading from '../../../ui/layout/reading.module.css'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { kindOf, newKinds, paragraphsOf, topicsOf, type NewKind } from '../bulletin-text.ts'
import { type WhatsNewItem } from '../news.api.ts'
import css from './whats-new-page.module.css'
import { valueName } from '../../../words/named/name-of.ts'
import { validateSearch, type WhatsNewSearch } from './whats-new-search.ts'
import { CountLink } from '../../../ui/layout/count-link.tsx'

const BulletinEditor = lazy(() =>
  import('../bulletin-editor.tsx').then(({ BulletinEditor: editor }) => ({ default: editor })),
)

const DeleteBulletin = lazy(() =>
  import('../bulletin-editor.tsx').then(({ DeleteBulletin: confirm }) => ({ default: confirm })),
)

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const toneOf: Record<NewKind, ChipTone> = { New: 'new', Improved: 'good', Fixed: 'closed' }

type Editing = { item: WhatsNewItem | null; asks: 'words' | 'deletion' } | null

export function Changes({ items }: { items: readonly WhatsNewItem[] }) {
  const [{ kind }] = usePageSearch(validateSearch)
  const client = useQueryClient()
  const company = useCompany()
  const { id: userId } = useUser()
  const mayEdit = useCan('news:publish')
  const [editing, setEditing] = useState<Editing>(null)
  // Entries that were new when the page was opened stay marked while it is open.
  const [seenBefore] = useState(() => seenUntil(whatsNewSeen(userId)))
  const newest = items[0]?.publishedAt
  useEffect(() => {
    if (newest) keepSeen(whatsNewSeen(userId), newest, client, unreadWhatsNewQuery(company, userId).queryKey)
  }, [client, company, userId, newest])

  const shown = kind ? items.filter(({ tags }) => kindOf(tags) === kind) : items
  const days = [...Map.groupBy(shown, ({ publishedAt }) => dateOnly(publishedAt))]
  return (
    <div className="indexed">
      <Stack as="nav" className="beside" aria-label={t('updateTypes')}>
        <Stack gap="half" className={`${reading.groups} index-links`}>
          <CountLink label={t('allUpdates')} count={items.length} search={ofKind(undefined)} isCurrent={!kind} />
          {newKinds.map((value) => (
            <CountLink
              key={value}
              label={valueName(value)}
              search={ofKind(value)}
              count={items.filter(({ tags }) => kindOf(tags) === value).length}
              isCurrent={kind === value}
            />
          ))}
        </Stack>
      </Stack>
      <Stack gap={8} pad="0 0 10">
        {mayEdit && (
          <Inline gap={4} wrap tone="quiet" least={34} className={reading.textHead}>
            <Button icon={<IconPlus {...icon} />} onClick={() => setEditing({ item: null, asks: 'words' })}>
              {t('addUpdate')}
            </Button>
          </Inline>
        )}
        {shown.length === 0 && (
          <StateBlock title={items.length === 0 ? t('noUpdates') : t('noUpdatesOfType')}>
            {items.length === 0 ? t('noUpdatesText') : t('noUpdatesOfTypeText')}
          </StateBlock>
        )}
        {days.map(([day, own]) => (
          <Stack key={day} as="section" gap={1} aria-label={day}>
            <Text as="h2" pad="0 0 2" size="title">
              <time dateTime={own[0]?.publishedAt}>{day}</time>
            </Text>
            {own.map((item) => {
              const change = kindOf(item.tags)
              return (
                <Card key={item.id} as="article" gap={2} className={reading.article}>
                  <Inline align="start" className={reading.articleHead}>
                    <h3>
                      {item.publishedAt > seenBefore && (
                        <span className={css.unread}>
                          <span className="visually-hidden">{t('unreadPrefix')} </span>
                        </span>
                      )}
                      {item.title}
                    </h3>
                    {mayEdit && (
                      <Inline fixed align="stretch" gap={0}>
                        <IconButton
                          label={t('editName', { name: item.title })}
                          data-tip={t('edit')}
                          onClick={() => setEditing({ item, asks: 'words' })}
                        >
                          <IconPencil {...icon} />
                        </IconButton>
                        <IconButton
                          label={t('deleteName', { name: item.title })}
                          data-tip={t('delete')}
                          onClick={() => setEditing({ item, asks: 'deletion' })}
                        >
                          <IconTrash {...icon} />
                        </IconButton>
                      </Inline>
                    )}
                  </Inline>
                  <Stack gap={2} size="long" tone="quiet" className={reading.body}>
                    {paragraphsOf(item.body).map((paragraph) => (
                      <p key={paragraph}>{paragraph}</p>
                    ))}
                  </Stack>
                  <Inline as="p" wrap size="meta" tone="faint">
                    {change && <Chip tone={toneOf[change]}>{valueName(change)}</Chip>}
                    {topicsOf(item.tags).map(valueName).join(' · ')}
                  </Inline>
                </Card>
              )
            })}
          </Stack>
        ))}
      </Stack>
      {editing && (
        <Suspense fallback={null}>
          {editing.asks === 'deletion' && editing.item ? (
            <DeleteBulletin
              kind="whatsNew"
              item={editing.item}
              onDone={() => setEditing(null)}
              onClose={() => setEditing(null)}
            />
          ) : (
            <BulletinEditor kind="whatsNew" item={editing.item} onClose={() => setEditing(null)} />
          )}
        </Suspense>
      )}
    </div>
  )
}

const ofKind = (kind: NewKind | undefined) => searchWith({ kind } satisfies WhatsNewSearch)
