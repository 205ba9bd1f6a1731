import { letterKinds, listNoticeLetters, type NoticeLetter } from '@signet/contract/takedowns/notice-letters'
import { attemptChannels, noticeLanguages } from '@signet/contract/takedowns/attempts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { CaseCrumbs } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { t } from '../words.ts'
import { validateLettersSearch } from './letters-search.ts'

const LetterDialog = lazy(() => import('./letter-dialog.tsx').then(({ LetterDialog: dialog }) => ({ default: dialog })))
const ResetDialog = lazy(() =>
  import('./reset-letter-dialog.tsx').then(({ ResetLetterDialog: dialog }) => ({ default: dialog })),
)

/** The letters that notices begin with; all companies share them. */
export function LettersPage() {
  const mayRead = useCan('takedowns:move')
  return (
    <Page title={t('noticeLetters')}>
      <CaseCrumbs to="/takedown" list={t('takedowns')} name={t('noticeLetters')} />
      {mayRead ? <LetterList /> : <StateBlock title={t('staffOnly')}>{t('staffOnlyHint')}</StateBlock>}
    </Page>
  )
}

function LetterList() {
  const company = useCompany()
  const client = useQueryClient()
  const [{ kind = 'request', language = 'en', channel }, setSearch] = usePageSearch(validateLettersSearch)
  const [leaving, setLeaving] = useState<NoticeLetter | null>(null)
  const queryKey = [company, 'notice-letters']
  const letters = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listNoticeLetters, { query: { company }, signal }),
  })
  const readAgain = () => client.invalidateQueries({ queryKey })
  const opened = letters.data?.find((one) => one.kind === kind && one.language === language && one.channel === channel)
  return (
    <Card>
      <Stack gap={3}>
        <Text as="p" tone="quiet">
          {t('noticeLettersHint')}
        </Text>
        <Inline wrap gap={3}>
          <SelectField
            label={t('letterKind')}
            all={letterKinds}
            labelOf={(one) => t(`letterKind.${one}`)}
            value={kind}
            onChange={(value) => setSearch({ kind: value === 'request' ? undefined : value })}
          />
          <SelectField
            label={t('language')}
            all={noticeLanguages}
            labelOf={(one) => t(`language.${one}`)}
            value={language}
            onChange={(value) => setSearch({ language: value === 'en' ? undefined : value })}
          />
        </Inline>
        <Text as="p" tone="quiet">
          {t(`letterKindHint.${kind}`)}
        </Text>
        <DataState query={letters} what={t('theLetters')} loading={<Skeleton lines={9} />}>
          {(all) => (
            <SimpleTable
              label={t('noticeLetters')}
              columns={columnsOf((one) => setSearch({ channel: one.channel }), setLeaving)}
              rows={all.filter((one) => one.kind === kind && one.language === language)}
              idOf={(one) => one.channel}
              isCards
            />
          )}
        </DataState>
      </Stack>
      <Suspense fallback={null}>
        {opened ? (
          <LetterDialog letter={opened} onSaved={readAgain} onClose={() => setSearch({ channel: undefined })} />
        ) : null}
        {leaving ? <ResetDialog letter={leaving} onReset={readAgain} onClose={() => setLeaving(null)} /> : null}
      </Suspense>
    </Card>
  )
}

const columnsOf = (
  onEdit: (letter: NoticeLetter) => void,
  onReset: (letter: NoticeLetter) => void,
): SimpleColumn<NoticeLetter>[] => [
  { key: 'channel', label: t('channel'), render: ({ channel }) => valueName(attemptChannels[channel]) },
  {
    key: 'letter',
    label: t('letter'),
    render: ({ isBuiltIn }) => (
      <Chip tone={isBuiltIn ? 'closed' : 'new'}>{t(isBuiltIn ? 'letterBuiltIn' : 'letterChanged')}</Chip>
    ),
  },
  {
    key: 'changed',
    label: t('lastChanged'),
    render: ({ changed }) =>
      changed ? (
        <span>
          {changed.by}, <TimeAgo at={changed.at} />
        </span>
      ) : (
        <Text tone="quiet">{t('never')}</Text>
      ),
  },
  {
    key: 'change',
    label: t('action'),
    render: (letter) => {
      const name = valueName(attemptChannels[letter.channel])
      return (
        <Inline>
          <Button kind="quiet" aria-label={t('changeLetterFor', { name })} onClick={() => onEdit(letter)}>
            {t('change')}
          </Button>
          {letter.isBuiltIn ? null : (
            <Button kind="quiet" aria-label={t('useBuiltInFor', { name })} onClick={() => onReset(letter)}>
              {t('useBuiltIn')}
            </Button>
          )}
        </Inline>
      )
    },
  },
]
