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
import { t } from './words.ts'
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
        {t('allRules')}
      </Button>
      {id === 'new' ? (
        <RuleForm onClose={onClose} />
      ) : (
        <DataState query={rules} what={t('theRule')} loading={<Skeleton lines={9} />}>
          {(list) => {
            const rule = list.find((one) => one.id === id)
            return rule ? (
              <RuleForm key={rule.version} rule={rule} onClose={onClose} />
            ) : (
              <StateBlock title={t('thisRuleIsGone')}>{t('somebodyHasDeletedIt')}</StateBlock>
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
    ...(draft.name.trim() === '' ? { name: t('enterAName') } : {}),
    ...(draft.channels.length === 0 ? { channels: t('chooseAtLeastOne') } : {}),
    ...(odd ? { addresses: t('addressIsNoMailAddress', { address: odd }) } : {}),
    ...(draft.roles.length === 0 && (!isMail || addresses.length === 0) ? { roles: t('chooseWhoIsTold') } : {}),
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
    done: () => t('ruleSaved'),
    listKey: rulesQuery.queryKey,
    onClose,
  })
  return (
    <form ref={form} className={css.form} noValidate aria-label={t('rule')} onSubmit={onSubmit}>
      <EventFields draft={draft} problems={problems} onChange={set} />
      <ReaderFields draft={draft} problems={problems} onChange={set} />
      <SaveBar>
        <FormProblem>{problems.form}</FormProblem>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
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
    <FormSection title={t('event')}>
      <Field label={t('name')} problem={problemAt(problems, 'name')}>
        {(control) => (
          <input
            {...control}
            maxLength={100}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('whatHappens')} problem={problemAt(problems, 'event')}>
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
          label={t('severitiesNoneChosenAll')}
          all={severities}
          chosen={draft.severities}
          labelOf={(severity) => valueName(severity)}
          problem={problemAt(problems, 'severities')}
          isShort
          onChange={(chosen) => onChange({ severities: chosen })}
        />
      )}
      <PickMany
        label={t('companiesNoneChosenAll')}
        addLabel={t('addCompanies')}
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
    <FormSection title={t('recipients')} hint={t('peopleOfARole')}>
      <TickMany
        label={t('howTheyAreTold')}
        all={alertChannels}
        chosen={draft.channels}
        labelOf={(channel) => t(channelWords[channel].label)}
        hintOf={(channel) => t(channelWords[channel].hint)}
        problem={problemAt(problems, 'channels')}
        isWide
        onChange={(channels) => onChange({ channels })}
      />
      <TickMany
        label={t('roles')}
        all={staffRoles}
        chosen={draft.roles}
        labelOf={roleName}
        problem={problemAt(problems, 'roles')}
        onChange={(chosen) => onChange({ roles: chosen })}
      />
      {draft.channels.includes('mail') && (
        <Field label={t('furtherMailAddresses')} hint={t('oneALineAtMost')} problem={problemAt(problems, 'addresses')}>
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
