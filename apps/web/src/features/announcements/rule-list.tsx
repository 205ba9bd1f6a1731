import { changeNoticeRule, deleteNoticeRule, type NoticeRuleWithFate } from '@signet/contract/notice-rules'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemsOf } from '../../api/field-problems.ts'
import { companyChoicesQuery } from '../../session/client-info.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/data-state.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { snackbar } from '../../ui/toasts.ts'
import { plural, t } from '../../words/words.ts'
import { channelWords } from './announcement-words.ts'
import css from './announcements.module.css'
import { eventWords, narrowedWords, toldWords } from './rule-words.ts'
import { rulesQuery } from './rules.api.ts'

/** Who of the staff is told of what as it happens, when that was last, and what did not arrive. */
export function RuleList({ onEdit }: { onEdit: (id: string) => void }) {
  const rules = useQuery(rulesQuery)
  const companies = useQuery(companyChoicesQuery).data
  const nameOf = (key: string) => companies?.find(({ company }) => company === key)?.name ?? key
  return (
    <>
      <div className={css.tools}>
        <p className={css.lead}>{t('Staff are told as something happens, in the bell or by mail.')}</p>
        <span className={css.space} />
        <Button
          kind="primary"
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => onEdit('new')}
        >
          {t('New rule')}
        </Button>
      </div>
      <DataState
        query={rules}
        what={t('The rules')}
        loading={
          <div className={css.card}>
            <Skeleton lines={6} />
          </div>
        }
        isEmpty={(list) => list.length === 0}
        empty={
          <StateBlock title={t('No rule yet')} action={<Button onClick={() => onEdit('new')}>{t('New rule')}</Button>}>
            {t('A rule says which event is told to whom, for example every critical takedown to the admins.')}
          </StateBlock>
        }
      >
        {(list) => (
          <ul className={css.card} aria-label={t('Rules for staff')}>
            {list.map((rule) => (
              <Item key={rule.id} rule={rule} nameOf={nameOf} onEdit={() => onEdit(rule.id)} />
            ))}
          </ul>
        )}
      </DataState>
    </>
  )
}

interface ItemProps {
  rule: NoticeRuleWithFate
  nameOf: (company: string) => string
  onEdit: () => void
}

function Item({ rule, nameOf, onEdit }: ItemProps) {
  return (
    <li className={css.item}>
      <div className={css.words}>
        <h2>{rule.name}</h2>
        <p>{t(eventWords[rule.event])}</p>
        <p className={css.meta}>
          <span>{narrowedWords(rule, nameOf)}</span>
          <span>{t('To {names}', { names: toldWords(rule) })}</span>
          <span>{rule.channels.map((channel) => t(channelWords[channel].label)).join(', ')}</span>
          <span>{t('by {name}', { name: rule.by })}</span>
        </p>
      </div>
      <div className={css.fate}>
        <Chip tone={rule.isPaused ? 'medium' : 'good'}>{rule.isPaused ? t('Paused') : t('On')}</Chip>
        <p>
          {rule.lastSentAt ? (
            <>
              {t('Last sent')} <TimeAgo at={rule.lastSentAt} />
            </>
          ) : (
            t('Not sent yet')
          )}
          <span className={css.line}>{plural(rule.sent30Days, '{n} event in 30 days', '{n} events in 30 days')}</span>
          {rule.failed > 0 && (
            <span className={css.failed}>
              {plural(rule.failed, '{n} mail did not arrive', '{n} mails did not arrive')}
            </span>
          )}
        </p>
      </div>
      <Actions rule={rule} onEdit={onEdit} />
    </li>
  )
}

function Actions({ rule, onEdit }: Pick<ItemProps, 'rule' | 'onEdit'>) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'pause' | 'delete' | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const { id, name, isPaused, version } = rule
  const params = { ruleId: id }
  const run = async (what: 'pause' | 'delete', change: () => Promise<unknown>, done: string) => {
    setIsAsked(false)
    setBusy(what)
    try {
      await change()
      snackbar(done)
    } catch (error) {
      snackbar(problemsOf(error, []).form ?? '', { isFailure: true })
    }
    await client.invalidateQueries(rulesQuery)
    setBusy(null)
  }
  const pause = () =>
    run(
      'pause',
      () => call(changeNoticeRule, { params, body: { isPaused: !isPaused, version } }),
      isPaused ? t('It goes on') : t('Nobody is told by it until it goes on'),
    )
  const pauseWords = isPaused ? t('Go on') : t('Pause')
  return (
    <div className={css.actions}>
      <Button aria-label={`${t('Edit')}: ${name}`} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button aria-label={`${pauseWords}: ${name}`} isBusy={busy === 'pause'} onClick={() => void pause()}>
        {pauseWords}
      </Button>
      <Button
        kind="danger"
        aria-label={`${t('Delete')}: ${name}`}
        isBusy={busy === 'delete'}
        onClick={() => setIsAsked(true)}
      >
        {t('Delete')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('Delete “{title}”?', { title: name })}
          text={t('Nobody will be told by it any more.')}
          confirmLabel={t('Delete')}
          isDangerous
          onConfirm={() => void run('delete', () => call(deleteNoticeRule, { params }), t('Rule deleted'))}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}
