import {
  changeNotificationRule,
  deleteNotificationRule,
  type NotificationRuleWithFate,
} from '@signet/contract/messages/notification-rules'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCompanyNames } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { channelWords } from './announcement-words.ts'
import css from './notifications.module.css'
import { ItemActions } from './item-actions.tsx'
import { eventWords, narrowedWords, recipientWords } from './rule-words.ts'
import { rulesQuery } from './rules.api.ts'

/** The staff notification rules with their last delivery and failures. */
export function RuleList({ onEdit }: { onEdit: (id: string) => void }) {
  const rules = useQuery(rulesQuery)
  const nameOf = useCompanyNames()
  return (
    <>
      <Inline wrap below={4}>
        <Text as="p" tone="quiet">
          {t('rulesHint')}
        </Text>
        <Button
          kind="primary"
          className={css.new}
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => onEdit('new')}
        >
          {t('newRule')}
        </Button>
      </Inline>
      <DataState
        query={rules}
        what={t('rulesWhat')}
        loading={
          <Card as="div" pad="0 gutter">
            <Skeleton lines={6} />
          </Card>
        }
        isEmpty={(list) => list.length === 0}
        empty={
          <StateBlock title={t('noRules')} action={<Button onClick={() => onEdit('new')}>{t('newRule')}</Button>}>
            {t('noRulesText')}
          </StateBlock>
        }
      >
        {(list) => (
          <Card as="ul" pad="0 gutter" aria-label={t('staffRules')}>
            {list.map((rule) => (
              <Item key={rule.id} rule={rule} nameOf={nameOf} onEdit={() => onEdit(rule.id)} />
            ))}
          </Card>
        )}
      </DataState>
    </>
  )
}

interface ItemProps {
  rule: NotificationRuleWithFate
  nameOf: (company: string) => string
  onEdit: () => void
}

function Item({ rule, nameOf, onEdit }: ItemProps) {
  return (
    <li className={css.item}>
      <Stack gap="half" className={css.words}>
        <h2>{rule.name}</h2>
        <p>{t(eventWords[rule.event])}</p>
        <Text as="p" size="meta" tone="quiet" className={css.meta}>
          <span>{narrowedWords(rule, nameOf)}</span>
          <span>{t('toNames', { names: recipientWords(rule) })}</span>
          <span>{rule.channels.map((channel) => t(channelWords[channel].label)).join(', ')}</span>
          <span>{t('byName', { name: rule.by })}</span>
        </Text>
      </Stack>
      <Stack gap={1} align="start" size="meta" tone="quiet" className={css.fate}>
        <Chip tone={rule.isPaused ? 'medium' : 'good'}>{rule.isPaused ? t('paused') : t('active')}</Chip>
        <Stack as="p" gap={0}>
          {rule.lastSentAt ? (
            <span>
              {t('lastSent')} <TimeAgo isWithin at={rule.lastSentAt} />
            </span>
          ) : (
            <span>{t('neverSent')}</span>
          )}
          <span>{t('recentEventsCount', { count: rule.sent30Days })}</span>
          {rule.failed > 0 && (
            <Text tone="danger" weight="medium">
              {t('failedEmailsCount', { count: rule.failed })}
            </Text>
          )}
        </Stack>
      </Stack>
      <Actions rule={rule} onEdit={onEdit} />
    </li>
  )
}

function Actions({ rule, onEdit }: Pick<ItemProps, 'rule' | 'onEdit'>) {
  const { id, name, isPaused, version } = rule
  const params = { ruleId: id }
  return (
    <ItemActions
      name={name}
      listKey={rulesQuery.queryKey}
      open={{
        isPaused,
        onEdit,
        pause: {
          run: () => call(changeNotificationRule, { params, body: { isPaused: !isPaused, version } }),
          done: isPaused ? t('resumed') : t('rulePaused'),
        },
      }}
      removal={{
        run: () => call(deleteNotificationRule, { params }),
        done: t('ruleDeleted'),
        text: t('deleteRuleText'),
      }}
    />
  )
}
