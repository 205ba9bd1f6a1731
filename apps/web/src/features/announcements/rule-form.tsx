import { alertChannels } from '@signet/contract/alerts'
import {
  addNoticeRule,
  changeNoticeRule,
  eventsOfThreats,
  noticeEvents,
  staffRoles,
  type NoticeEvent,
  type NoticeRule,
  type NoticeRuleBody,
} from '@signet/contract/notice-rules'
import { severities } from '@signet/contract/severities'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { roleName } from '../../format/role-words.ts'
import { companyChoicesQuery } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { t } from '../../words/words.ts'
import { channelWords } from './announcement-words.ts'
import css from './announcements.module.css'
import { eventWords } from './rule-words.ts'
import { rulesQuery } from './rules.api.ts'
import { useDraft } from './use-draft.ts'
import { valueName } from '../../words/named/name-of.ts'

/** The form of one rule, new or there. */
export function RuleEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const rules = useQuery({ ...rulesQuery, enabled: id !== 'new' })
  return (
    <>
      <Button
        kind="quiet"
        className={css.back}
        icon={<IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />}
        onClick={onClose}
      >
        {t('All rules')}
      </Button>
      {id === 'new' ? (
        <RuleForm onClose={onClose} />
      ) : (
        <DataState query={rules} what={t('The rule')} loading={<Skeleton lines={9} />}>
          {(list) => {
            const rule = list.find((one) => one.id === id)
            return rule ? (
              <RuleForm key={rule.version} rule={rule} onClose={onClose} />
            ) : (
              <StateBlock title={t('This rule is gone')}>{t('Somebody has deleted it.')}</StateBlock>
            )
          }}
        </DataState>
      )}
    </>
  )
}

const fields = ['name', 'event', 'severities', 'companies', 'channels', 'roles', 'addresses']

interface Draft extends Omit<NoticeRuleBody, 'addresses'> {
  /** As it is typed, one a line. */
  addresses: string
}

const draftOf = (rule: NoticeRule | undefined): Draft => ({
  name: rule?.name ?? '',
  event: rule?.event ?? 'threatPublished',
  severities: rule?.severities ?? ['Critical'],
  companies: rule?.companies ?? [],
  channels: rule?.channels ?? ['bell'],
  roles: rule?.roles ?? ['admin'],
  addresses: rule?.addresses.join('\n') ?? '',
})

const linesOf = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

function wrongOf(draft: Draft): Record<string, string> {
  const addresses = linesOf(draft.addresses)
  const odd = addresses.find((address) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
  const isMail = draft.channels.includes('mail')
  return {
    ...(draft.name.trim() === '' ? { name: t('Enter a name.') } : {}),
    ...(draft.channels.length === 0 ? { channels: t('Choose at least one.') } : {}),
    ...(odd ? { addresses: t('{address} is no mail address.', { address: odd }) } : {}),
    ...(draft.roles.length === 0 && (!isMail || addresses.length === 0) ? { roles: t('Choose who is told.') } : {}),
  }
}

function RuleForm({ rule, onClose }: { rule?: NoticeRule; onClose: () => void }) {
  const { form, draft, set, problems, isBusy, onSubmit } = useDraft({
    initial: () => draftOf(rule),
    fields,
    check: wrongOf,
    save: (words) => {
      const body = { ...words, addresses: words.channels.includes('mail') ? linesOf(words.addresses) : [] }
      return rule
        ? call(changeNoticeRule, { params: { ruleId: rule.id }, body: { ...body, version: rule.version } })
        : call(addNoticeRule, { body })
    },
    done: () => t('Rule saved'),
    listKey: rulesQuery.queryKey,
    onClose,
  })
  return (
    <form ref={form} className={css.form} noValidate aria-label={t('Rule')} onSubmit={onSubmit}>
      <EventFields draft={draft} problems={problems} onChange={set} />
      <ReaderFields draft={draft} problems={problems} onChange={set} />
      <SaveBar>
        <FormProblem>{problems.form}</FormProblem>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </SaveBar>
    </form>
  )
}

interface FieldsProps {
  draft: Draft
  problems: Problems
  onChange: (changes: Partial<Draft>) => void
}

function EventFields({ draft, problems, onChange }: FieldsProps) {
  const companies = useQuery(companyChoicesQuery).data
  return (
    <FormSection title={t('Event')}>
      <Field label={t('Name')} problem={problemAt(problems, 'name')}>
        {(control) => (
          <input
            {...control}
            maxLength={100}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('What happens')} problem={problemAt(problems, 'event')}>
        {(control) => (
          <select
            {...control}
            value={draft.event}
            onChange={(event) => onChange({ event: event.target.value as NoticeEvent })}
          >
            {noticeEvents.map((event) => (
              <option key={event} value={event}>
                {t(eventWords[event])}
              </option>
            ))}
          </select>
        )}
      </Field>
      {eventsOfThreats.has(draft.event) && (
        <TickMany
          label={t('Severities (none chosen: all)')}
          all={severities}
          chosen={draft.severities}
          labelOf={(severity) => valueName(severity)}
          problem={problemAt(problems, 'severities')}
          isShort
          onChange={(chosen) => onChange({ severities: chosen })}
        />
      )}
      <PickMany
        label={t('Companies (none chosen: all)')}
        addLabel={t('Add companies')}
        items={companies?.map(({ company, name }) => ({ key: company, label: name, hint: company }))}
        chosen={draft.companies}
        problem={problemAt(problems, 'companies')}
        onChange={(chosen) => onChange({ companies: chosen })}
      />
    </FormSection>
  )
}

function ReaderFields({ draft, problems, onChange }: FieldsProps) {
  return (
    <FormSection
      title={t('Recipients')}
      hint={t(
        'People of a role are told of the companies they work for, super admins of all. Whoever did it is not told.',
      )}
    >
      <TickMany
        label={t('How they are told')}
        all={alertChannels}
        chosen={draft.channels}
        labelOf={(channel) => t(channelWords[channel].label)}
        hintOf={(channel) => t(channelWords[channel].hint)}
        problem={problemAt(problems, 'channels')}
        isWide
        onChange={(channels) => onChange({ channels })}
      />
      <TickMany
        label={t('Roles')}
        all={staffRoles}
        chosen={draft.roles}
        labelOf={roleName}
        problem={problemAt(problems, 'roles')}
        onChange={(chosen) => onChange({ roles: chosen })}
      />
      {draft.channels.includes('mail') && (
        <Field
          label={t('Further mail addresses')}
          hint={t('One a line, at most 20. They need no account.')}
          problem={problemAt(problems, 'addresses')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              spellCheck={false}
              autoCapitalize="none"
              value={draft.addresses}
              onChange={(event) => onChange({ addresses: event.target.value })}
            />
          )}
        </Field>
      )}
    </FormSection>
  )
}
