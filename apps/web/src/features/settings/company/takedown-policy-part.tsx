import { recordFrom } from '@signet/contract/narrow'
import {
  followUpModes,
  getTakedownPolicy,
  putTakedownPolicy,
  timedChannels,
  timerHoursMax,
  usualTargetHours,
  type ChannelTimers,
  type TakedownPolicy,
  type TimedChannel,
} from '@signet/contract/takedowns/takedown-policy'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Columns, Stack, Text } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { SaveButtons } from '../save-buttons.tsx'
import { t } from '../words.ts'
import { hoursProblem, OwnHours } from './own-hours.tsx'

const keyOf = (company: string) => [company, 'settings', 'takedownPolicy']

/** How the takedowns of the company are followed. */
export function TakedownPolicyPart() {
  const company = useCompany()
  const policy = useQuery({
    queryKey: keyOf(company),
    queryFn: ({ signal }) => call(getTakedownPolicy, { query: { company }, signal }),
  })
  return (
    <FormSection title={t('takedownPolicy')} hint={t('takedownPolicyHint')}>
      <DataState query={policy} what={t('takedownPolicyToLoad')} loading={<Skeleton lines={4} />}>
        {(saved) => <PolicyForm company={company} saved={saved} />}
      </DataState>
    </FormSection>
  )
}

type Times = Record<`${TimedChannel}.${keyof ChannelTimers}`, string>
type Values = Times &
  Pick<TakedownPolicy, 'repeatsNotice' | 'needsSecondPerson' | 'followUps'> & {
    watchDays: string
    ownTargets: boolean
    targets: Record<Severity, string>
  }

const valuesOf = ({ watchDays, timers, targetHours, ...rest }: TakedownPolicy): Values => ({
  ...rest,
  ownTargets: targetHours !== null,
  targets: recordFrom(severities, (severity) => String((targetHours ?? usualTargetHours)[severity])),
  watchDays: String(watchDays),
  'registrar.remindHours': String(timers.registrar.remindHours),
  'registrar.escalateHours': String(timers.registrar.escalateHours),
  'hosting.remindHours': String(timers.hosting.remindHours),
  'hosting.escalateHours': String(timers.hosting.escalateHours),
  'other.remindHours': String(timers.other.remindHours),
  'other.escalateHours': String(timers.other.escalateHours),
})

function policyOf(values: Values): TakedownPolicy {
  const { watchDays, repeatsNotice, needsSecondPerson, followUps } = values
  const timersOf = (channel: TimedChannel) => ({
    remindHours: Number(values[`${channel}.remindHours`]),
    escalateHours: Number(values[`${channel}.escalateHours`]),
  })
  const timers = { registrar: timersOf('registrar'), hosting: timersOf('hosting'), other: timersOf('other') }
  const targetHours = values.ownTargets ? recordFrom(severities, (severity) => Number(values.targets[severity])) : null
  return { watchDays: Number(watchDays), repeatsNotice, needsSecondPerson, followUps, timers, targetHours }
}

const timers = ['remindHours', 'escalateHours'] as const
const isTimer = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= timerHoursMax

function PolicyForm({ company, saved }: { company: string; saved: TakedownPolicy }) {
  const mayChange = useCan('assets:write')
  const form = useForm({
    initial: valuesOf(saved),
    check: (values) => ({
      ...Object.fromEntries(
        timedChannels
          .flatMap((channel) => timers.map((timer) => `${channel}.${timer}` as const))
          .map((name) => [name, !isTimer(values[name]) && t('timerWrong', { max: timerHoursMax })]),
      ),
      targets: values.ownTargets && hoursProblem(values.targets),
    }),
    save: async (values) => {
      const body = policyOf(values)
      queryClient.setQueryData(keyOf(company), await call(putTakedownPolicy, { query: { company }, body }))
      form.reset(values)
      toast(t('saved'))
    },
  })
  return (
    <Stack as="form" {...form.props}>
      <OwnHours
        label={t('ownTargets')}
        hintOf={(usual) => t('ownTargetsHint', { hours: usual })}
        all={severities}
        nameOf={valueName}
        usual={usualTargetHours}
        isOn={form.values.ownTargets}
        hours={form.values.targets}
        isDisabled={!mayChange}
        problem={form.problems.fields['targets']}
        onChange={(ownTargets, targets) => form.set({ ownTargets, targets })}
      />
      <Stack as="fieldset" disabled={!mayChange}>
        <TickOne
          label={t('followUps')}
          all={followUpModes}
          value={form.values.followUps}
          labelOf={(mode) => t(`followUps.${mode}`)}
          hintOf={(mode) => (mode === 'off' ? undefined : t(`followUpsHint.${mode}`))}
          onChange={(followUps) => form.set({ followUps })}
        />
      </Stack>
      {form.values.followUps === 'off' ? null : (
        <>
          <Columns>
            {timedChannels.flatMap((channel) =>
              timers.map((timer) => (
                <TextField
                  key={`${channel}.${timer}`}
                  label={t(timer, { channel: t(`timers.${channel}`) })}
                  type="number"
                  min={1}
                  max={timerHoursMax}
                  disabled={!mayChange}
                  {...form.field(`${channel}.${timer}`)}
                />
              )),
            )}
          </Columns>
          <Text as="p" size="meta" tone="faint">
            {t('timersHint')}
          </Text>
        </>
      )}
      <TextField
        label={t('watchDays')}
        hint={t('watchDaysHint')}
        type="number"
        min={1}
        max={28}
        disabled={!mayChange}
        {...form.field('watchDays')}
      />
      <Tick
        label={t('repeatsNotice')}
        hint={t('repeatsNoticeHint')}
        isOn={form.values.repeatsNotice}
        isDisabled={!mayChange}
        onChange={(repeatsNotice) => form.set({ repeatsNotice })}
      />
      <Tick
        label={t('needsSecondPerson')}
        hint={t('needsSecondPersonHint')}
        isOn={form.values.needsSecondPerson}
        isDisabled={!mayChange}
        onChange={(needsSecondPerson) => form.set({ needsSecondPerson })}
      />
      <SaveButtons form={form} />
    </Stack>
  )
}
