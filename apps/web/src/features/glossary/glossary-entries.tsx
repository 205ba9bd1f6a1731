import { IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { indicatorName } from '../../format/names/indicator-name.ts'
import { indicatorMeaning } from '../../format/names/indicator-meaning.ts'
import { useCan } from '../../session/use-session.ts'
import { linkWith, searchWith, usePageSearch } from '../../url/page-search.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { MarkedText } from '../../ui/text/marked-text.tsx'
import reading from '../../ui/layout/reading.module.css'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { type Entry } from './glossary.api.ts'
import {
  byCategory,
  byName,
  linkedEntry,
  matchEntries,
  piecesOf,
  validateGlossarySearch,
  type GlossarySearch,
} from './glossary-search.ts'
import css from './glossary-page.module.css'
import { valueName } from '../../words/named/name-of.ts'
import { CountLink } from '../../ui/layout/count-link.tsx'

const EntryEditor = lazy(() => import('./entry-editor.tsx').then(({ EntryEditor: editor }) => ({ default: editor })))

const DeleteEntry = lazy(() => import('./entry-editor.tsx').then(({ DeleteEntry: dialog }) => ({ default: dialog })))

const OwnReasons = lazy(() => import('./own-reasons.tsx').then(({ OwnReasons: part }) => ({ default: part })))

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What the editor is open for; `'new'` for a new entry. */
type Editing = { entry: Entry | 'new'; asks: 'words' | 'deletion' } | null

export function Entries({ entries }: { entries: readonly Entry[] }) {
  const [search, change] = usePageSearch(validateGlossarySearch)
  const mayEdit = useCan('glossary:edit')
  const [editing, setEditing] = useState<Editing>(null)
  const linked = linkedEntry(entries, search)
  const found = matchEntries(
    useMemo(() => byName(entries), [entries]),
    search.q,
  )
  const groups = byCategory(found)
  const shown = search.category && !linked ? groups.filter(({ category }) => category === search.category) : groups
  const count = shown.reduce((sum, group) => sum + group.entries.length, 0)

  useFocusOfLink(linked)

  return (
    <div className="indexed">
      <Stack as="nav" className="beside" aria-label={t('categories')}>
        <div className={css.search}>
          <SearchField
            label={t('searchGlossary')}
            value={search.q}
            onChange={(q) => change({ q, entry: undefined }, { replace: true })}
          />
        </div>
        <Stack gap="half" className={`${reading.groups} index-links`}>
          <CountLink
            label={t('allCategories')}
            count={found.length}
            search={inCategory(undefined)}
            isCurrent={!search.category}
          />
          {groups.map(({ category, entries: own }) => (
            <CountLink
              key={category}
              label={valueName(category)}
              count={own.length}
              search={inCategory(category)}
              isCurrent={search.category === category}
            />
          ))}
        </Stack>
      </Stack>
      <Stack gap={5} pad="0 0 10">
        <Inline gap={4} wrap tone="quiet" least={34} className={reading.textHead}>
          <p role="status" className="num">
            {t('termsCount', { count })}
          </p>
          {mayEdit && (
            <Button icon={<IconPlus {...icon} />} onClick={() => setEditing({ entry: 'new', asks: 'words' })}>
              {t('addTerm')}
            </Button>
          )}
        </Inline>
        {search.entry && !linked && (
          <Card as="p" kind="note" tone="caution" role="status">
            {t('linkedTermGone')}
          </Card>
        )}
        {count === 0 && (
          <StateBlock
            title={t('noMatch')}
            action={<Button onClick={() => change({ q: undefined, category: undefined })}>{t('showAllTerms')}</Button>}
          >
            {search.category && found.length > 0
              ? t('otherCategoriesOnly', { q: search.q ?? '' })
              : t('noMatchText', { q: search.q ?? '' })}
          </StateBlock>
        )}
        {shown.map(({ category, entries: own }) => (
          <Stack key={category} as="section" gap={1} aria-labelledby={`category-${category}`}>
            <Text as="h2" id={`category-${category}`} pad="0 0 2" size="title">
              {valueName(category)}
            </Text>
            {own.map((entry) => (
              <EntryCard
                key={entry.id}
                entry={entry}
                q={search.q}
                isCurrent={entry.id === linked?.id}
                onEdit={mayEdit ? (asks) => setEditing({ entry, asks }) : undefined}
              />
            ))}
          </Stack>
        ))}
        {!search.category && (
          <Suspense fallback={null}>
            <OwnReasons q={search.q} />
          </Suspense>
        )}
      </Stack>
      {editing && (
        <Suspense fallback={null}>
          {editing.asks === 'deletion' && editing.entry !== 'new' ? (
            <DeleteEntry entry={editing.entry} onClose={() => setEditing(null)} />
          ) : (
            <EntryEditor
              entry={editing.entry === 'new' ? null : editing.entry}
              entries={entries}
              category={search.category}
              onClose={() => setEditing(null)}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** A link scrolls to its entry; a search by the user starts at the top again. */
function useFocusOfLink(linked: Entry | null | undefined) {
  const seen = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!linked || seen.current === linked.id) return
    seen.current = linked.id
    const article = document.querySelector<HTMLElement>(`[data-entry="${linked.id}"]`)
    article?.scrollIntoView({ block: 'center' })
    article?.focus({ preventScroll: true })
  }, [linked])
}

/** One entry: its meaning, its link, and the actions to change it. */
function EntryCard({
  entry,
  q,
  isCurrent,
  onEdit,
}: {
  entry: Entry
  q: string | undefined
  isCurrent: boolean
  /** Omitted when the reader may not edit. */
  onEdit: ((asks: 'words' | 'deletion') => void) | undefined
}) {
  const name = indicatorName(entry.Indicators)
  return (
    <Card
      as="article"
      gap={0}
      className={`${reading.article} ${css.entry}`}
      data-entry={entry.id}
      data-current={isCurrent || undefined}
      tabIndex={-1}
    >
      <Inline align="start" className={reading.articleHead}>
        <h3>
          <MarkedText pieces={piecesOf(name, q)} />
        </h3>
        <Inline fixed align="stretch" gap={0}>
          <IconButton
            label={t('copyLinkToName', { name })}
            data-tip={t('copyLink')}
            onClick={() => copyText(linkWith({ entry: entry.id }), t('link'))}
          >
            <IconLink {...icon} />
          </IconButton>
          {onEdit && (
            <>
              <IconButton label={t('editName', { name })} data-tip={t('edit')} onClick={() => onEdit('words')}>
                <IconPencil {...icon} />
              </IconButton>
              <IconButton label={t('deleteName', { name })} data-tip={t('delete')} onClick={() => onEdit('deletion')}>
                <IconTrash {...icon} />
              </IconButton>
            </>
          )}
        </Inline>
      </Inline>
      <Text as="p" size="body" tone="quiet" className={reading.body}>
        <MarkedText pieces={piecesOf(indicatorMeaning(entry.Description), q)} />
      </Text>
    </Card>
  )
}

const inCategory = (category: Entry['Category'] | undefined) =>
  searchWith({ category, entry: undefined } satisfies GlossarySearch)
