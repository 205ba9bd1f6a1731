import { deleteReplyRule, listReplyRules, type ReplyRule } from '@signet/contract/takedowns/reply-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { CaseCrumbs } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'

const ReplyRuleDialog = lazy(() =>
  import('./reply-rule-dialog.tsx').then(({ ReplyRuleDialog: dialog }) => ({ default: dialog })),
)

/** The rules of the staff that classify replies of single providers; all companies share them. */
export function ReplyRulesPage() {
  const mayRead = useCan('takedowns:move')
  return (
    <Page title={t('replyRules')}>
      <CaseCrumbs to="/takedown" list={t('takedowns')} name={t('replyRules')} />
      {mayRead ? <RuleList /> : <StateBlock title={t('staffOnly')}>{t('staffOnlyHint')}</StateBlock>}
    </Page>
  )
}

function RuleList() {
  const company = useCompany()
  const client = useQueryClient()
  const [edited, setEdited] = useState<ReplyRule | 'new' | null>(null)
  const queryKey = [company, 'reply-rules']
  const rules = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listReplyRules, { query: { company }, signal }),
  })
  const readAgain = () => client.invalidateQueries({ queryKey })
  return (
    <Card>
      <Stack gap={3}>
        <Inline wrap gap={3} justify="between">
          <Text as="p" tone="quiet">
            {t('replyRulesHint')}
          </Text>
          <Button kind="primary" onClick={() => setEdited('new')}>
            {t('addReplyRule')}
          </Button>
        </Inline>
        <DataState
          query={rules}
          what={t('theReplyRules')}
          loading={<Skeleton lines={6} />}
          isEmpty={(found) => found.length === 0}
          empty={<StateBlock title={t('noReplyRules')}>{t('noReplyRulesHint')}</StateBlock>}
        >
          {(found) => (
            <SimpleTable
              label={t('replyRules')}
              columns={columnsOf(setEdited, readAgain)}
              rows={found}
              idOf={({ id }) => id}
              isCards
            />
          )}
        </DataState>
      </Stack>
      {edited ? (
        <Suspense fallback={null}>
          <ReplyRuleDialog
            rule={edited === 'new' ? null : edited}
            onSaved={readAgain}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}

const columnsOf = (onEdit: (rule: ReplyRule) => void, onDeleted: () => Promise<void>): SimpleColumn<ReplyRule>[] => [
  { key: 'provider', label: t('provider'), render: ({ provider }) => provider },
  {
    key: 'phrases',
    label: t('replyContains'),
    wraps: true,
    render: ({ phrases }) => phrases.map((phrase) => `“${phrase}”`).join(', '),
  },
  { key: 'class', label: t('replySays'), render: ({ class: ruled }) => t(`replyClass.${ruled}`) },
  {
    key: 'changed',
    label: t('lastChanged'),
    render: ({ by, changedAt }) => (
      <span>
        {by}, <TimeAgo at={changedAt} />
      </span>
    ),
  },
  {
    key: 'change',
    label: t('action'),
    render: (rule) => <RuleActions rule={rule} onEdit={onEdit} onDeleted={onDeleted} />,
  },
]

function RuleActions({
  rule,
  onEdit,
  onDeleted,
}: {
  rule: ReplyRule
  onEdit: (rule: ReplyRule) => void
  onDeleted: () => Promise<void>
}) {
  const company = useCompany()
  const removal = useAction(async () => {
    await call(deleteReplyRule, { params: { replyRuleId: rule.id }, query: { company } })
    await onDeleted()
    toast(t('replyRuleDeleted'))
  })
  const name = rule.provider
  return (
    <Inline>
      <Button aria-label={t('editReplyRule', { name })} onClick={() => onEdit(rule)}>
        {t('edit')}
      </Button>
      <Button kind="danger" aria-label={t('deleteReplyRule', { name })} isBusy={removal.isBusy} onClick={removal.run}>
        {t('deleteRule')}
      </Button>
    </Inline>
  )
}
