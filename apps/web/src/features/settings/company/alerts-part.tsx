import { isEmailAddress } from '@signet/contract/access/credentials'
import { putAlerts, type AlertRule, type AlertSettings } from '@signet/contract/messages/alerts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { problemAt } from '../../../api/field-problems.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { AreaField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { AlertRuleFields } from './alert-rule-fields.tsx'
import { labelOfSource } from './filter-fields.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { alertsQuery } from '../settings.api.ts'
import css from '../settings.module.css'
import { valueName } from '../../../words/named/name-of.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../../ui/forms/use-form.ts'

const rulesMax = 20

/** The new threats that the company is alerted about, and the recipients of the emails. */
export function AlertsPart() {
  const company = useCompany()
  const alerts = useQuery(alertsQuery(company))
  const mayWrite = useCan('alerts:write')
  return (
    <DataState
      query={alerts}
      what={t('alertsToLoad')}
      loading={
        <FormSection title={t('alertRules')}>
          <Skeleton lines={8} />
        </FormSection>
      }
    >
      {(saved) => (mayWrite ? <AlertsForm key={saved.version} saved={saved} /> : <AlertsRead saved={saved} />)}
    </DataState>
  )
}

const linesOf = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

function AlertsForm({ saved }: { saved: AlertSettings }) {
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const form = useForm<{ rules: readonly AlertRule[]; recipients: string }>({
    initial: { rules: saved.rules, recipients: saved.recipients.join('\n') },
    check: (values) => wrongOf(values.rules, linesOf(values.recipients)),
    save: async (values) => {
      const body = { company, rules: [...values.rules], recipients: linesOf(values.recipients), version: saved.version }
      queryClient.setQueryData(alertsQuery(company).queryKey, await call(putAlerts, { query: { company }, body }))
      toast(t('saved'))
    },
  })
  const { rules } = form.values
  const setRules = (changed: readonly AlertRule[]) => form.set({ rules: changed })
  const change = (at: number, changes: Partial<AlertRule>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)))

  return (
    <Stack as="form" aria-label={t('alertRules')} {...form.props}>
      {rules.length === 0 && (
        <FormSection title={t('noAlertRules')}>
          <Text as="p" tone="quiet">
            {t('noAlertRulesHint', { company: name })}
          </Text>
        </FormSection>
      )}
      {rules.map((rule, index) => (
        <AlertRuleFields
          // A rule that is being edited can only be identified by its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          rule={rule}
          at={(part) => problemAt(form.problems, `rules.${index}.${part}`)}
          onChange={(changes) => change(index, changes)}
          onRemove={() => setRules(rules.filter((_, at) => at !== index))}
        />
      ))}
      {rules.length < rulesMax && (
        <Inline align="stretch" wrap>
          <Button
            icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setRules([...rules, newRule(rules)])}
          >
            {t('addRule')}
          </Button>
        </Inline>
      )}
      <FormSection title={t('emailRecipients')} hint={t('emailRecipientsHint', { company: name })}>
        <AreaField
          label={t('emailAddresses')}
          hint={t('emailAddressesHint')}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          {...form.field('recipients')}
        />
      </FormSection>
      <SaveButtons form={form} />
    </Stack>
  )
}

/** The default for a new rule, which covers the most important threats. Its name isn't in use yet. */
function newRule(rules: readonly AlertRule[]): AlertRule {
  const names = new Set(rules.map(({ name }) => name))
  let name = t('criticalThreats')
  for (let n = 2; names.has(name); n++) name = `${t('criticalThreats')} ${n}`
  return { name, sources: [], severities: ['Critical'], channels: ['bell', 'mail'] }
}

/** The problems of the rules by field, checked before they are sent. */
export function wrongOf(rules: readonly AlertRule[], recipients: readonly string[]): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const [index, { name, channels }] of rules.entries()) {
    const isTaken = rules.slice(0, index).some((other) => other.name.trim() === name.trim())
    if (name.trim() === '') wrong[`rules.${index}.name`] = t('nameRequired')
    else if (isTaken) wrong[`rules.${index}.name`] = t('ruleNameTaken')
    if (channels.length === 0) wrong[`rules.${index}.channels`] = t('channelRequired')
  }
  const odd = recipients.find((address) => !isEmailAddress(address))
  if (odd) wrong['recipients'] = t('invalidEmail', { address: odd })
  return wrong
}

/** The rules in read-only form for people who may not change them. */
function AlertsRead({ saved }: { saved: AlertSettings }) {
  return (
    <>
      <FormSection title={t('alertRules')} hint={t('alertRulesReadOnlyHint')}>
        {saved.rules.length === 0 ? (
          <Text as="p" tone="quiet">
            {t('noAlertRules')}
          </Text>
        ) : (
          <dl className={`${css.facts} facts`}>
            {saved.rules.map((rule) => (
              <AlertRuleFacts key={rule.name} rule={rule} />
            ))}
          </dl>
        )}
      </FormSection>
      <FormSection title={t('emailRecipients')}>
        {saved.recipients.length === 0 ? (
          <Text as="p" tone="quiet">
            {t('noEmailRecipients')}
          </Text>
        ) : (
          <ul>
            {saved.recipients.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        )}
      </FormSection>
    </>
  )
}

function AlertRuleFacts({ rule }: { rule: AlertRule }) {
  const severities = rule.severities.map((name) => valueName(name)).join(', ') || t('allSeverities')
  const sources = rule.sources.map(labelOfSource).join(', ') || t('allSources')
  return (
    <>
      <dt>{rule.name}</dt>
      <dd>
        {severities} · {sources}
        <small>{rule.channels.map((channel) => t(`channel.${channel}`)).join(', ')}</small>
      </dd>
    </>
  )
}
