import { isEmailAddress } from '@signet/contract/access/credentials'
import { staffRoles } from '@signet/contract/access/permissions'
import { alertChannels } from '@signet/contract/messages/alerts'
import {
  addNotificationRule,
  changeNotificationRule,
  eventsOfThreats,
  notificationEvents,
  type NotificationRule,
  type NotificationRuleBody,
} from '@signet/contract/messages/notification-rules'
import { severities } from '@signet/contract/threats/severities'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { roleName } from '../../format/names/role-words.ts'
import { useCompanyItems } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { useForm, type Form } from '../../ui/forms/use-form.ts'
import { t } from './words.ts'
import { channelWords } from './announcement-words.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import css from './notifications.module.css'
import { eventWords } from './rule-words.ts'
import { rulesQuery } from './rules.api.ts'
import { valueName } from '../../words/named/name-of.ts'

/** The form for a new or existing rule. */
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
        <DataState query={rules} what={t('ruleWhat')} loading={<Skeleton lines={9} />}>
          {(list) => {
            const rule = list.find((one) => one.id === id)
            return rule ? (
              <RuleForm key={rule.version} rule={rule} onClose={onClose} />
            ) : (
              <StateBlock title={t('ruleGone')}>{t('ruleGoneText')}</StateBlock>
            )
          }}
        </DataState>
      )}
    </>
  )
}

interface Draft extends Omit<NotificationRuleBody, 'addresses'> {
  /** The addresses as typed, one per line. */
  addresses: string
}

const draftOf = (rule: NotificationRule | undefined): Draft => ({
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
  const odd = addresses.find((address) => !isEmailAddress(address))
  const isMail = draft.channels.includes('mail')
  return {
    ...(draft.name.trim() === '' ? { name: t('nameMissing') } : {}),
    ...(draft.channels.length === 0 ? { channels: t('channelMissing') } : {}),
    ...(odd ? { addresses: t('emailInvalid', { address: odd }) } : {}),
    ...(draft.roles.length === 0 && (!isMail || addresses.length === 0) ? { roles: t('recipientMissing') } : {}),
  }
}

function RuleForm({ rule, onClose }: { rule?: NotificationRule; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Draft>({
    initial: () => draftOf(rule),
    check: wrongOf,
    save: async (draft) => {
      const body = { ...draft, addresses: draft.channels.includes('mail') ? linesOf(draft.addresses) : [] }
      await (rule
        ? call(changeNotificationRule, { params: { ruleId: rule.id }, body: { ...body, version: rule.version } })
        : call(addNotificationRule, { body }))
      snackbar(t('ruleSaved'))
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey })
      onClose()
    },
  })
  return (
    <Stack as="form" {...form.props} most={640} above={2} aria-label={t('rule')}>
      <EventFields form={form} />
      <ReaderFields form={form} />
      <SaveBar>
        <FormProblem>{form.problems.form}</FormProblem>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </SaveBar>
    </Stack>
  )
}

function EventFields({ form }: { form: Form<Draft> }) {
  const companies = useCompanyItems()
  return (
    <FormSection title={t('trigger')}>
      <InputField label={t('name')} maxLength={100} {...form.field('name')} />
      <SelectField
        label={t('eventField')}
        all={notificationEvents}
        labelOf={(event) => t(eventWords[event])}
        {...form.field('event')}
      />
      {eventsOfThreats.has(form.values.event) && (
        <TickMany
          label={t('severitiesFilter')}
          all={severities}
          labelOf={(severity) => valueName(severity)}
          isShort
          {...form.field('severities')}
        />
      )}
      <PickMany
        label={t('companiesFilter')}
        addLabel={t('addCompanies')}
        items={companies.data}
        query={companies}
        {...form.field('companies')}
      />
    </FormSection>
  )
}

function ReaderFields({ form }: { form: Form<Draft> }) {
  return (
    <FormSection title={t('recipients')} hint={t('recipientsHint')}>
      <TickMany
        label={t('channels')}
        all={alertChannels}
        labelOf={(channel) => t(channelWords[channel].label)}
        hintOf={(channel) => t(channelWords[channel].hint)}
        isWide
        {...form.field('channels')}
      />
      <TickMany label={t('roles')} all={staffRoles} labelOf={roleName} {...form.field('roles')} />
      {form.values.channels.includes('mail') && (
        <AreaField
          label={t('moreAddresses')}
          hint={t('moreAddressesHint')}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          {...form.field('addresses')}
        />
      )}
    </FormSection>
  )
}
