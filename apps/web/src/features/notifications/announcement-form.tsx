import {
  addAnnouncement,
  announcementChannels,
  changeAnnouncement,
  type Announcement,
  type AnnouncementAudience,
  type AnnouncementChannel,
} from '@signet/contract/messages/announcements'
import { roles, type Role } from '@signet/contract/access/permissions'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { problemAt } from '../../api/field-problems.ts'
import { roleName } from '../../format/names/role-words.ts'
import { useCompanyItems } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, FailedLine, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { TickOne } from '../../ui/forms/tick-one.tsx'
import { useForm, type Form } from '../../ui/forms/use-form.ts'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Columns, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { channelWords, fromLocal, isOpen, toLocal } from './announcement-words.ts'
import { announcementsKey, announcementsQuery, audienceCountQuery } from './announcements.api.ts'
import css from './notifications.module.css'
import type { NotificationsSearch } from './notifications-search.ts'

const fields = ['audience', 'title', 'body', 'from', 'to', 'channels']
const settleMs = 300

interface EditorProps {
  search: NotificationsSearch
  onClose: () => void
}

/** The form for a new announcement, or for one that hasn't been sent yet. */
export function AnnouncementEditor({ search, onClose }: EditorProps) {
  const list = useQuery({ ...announcementsQuery(search), enabled: search.edit !== 'new' })
  const back = (
    <Button
      kind="quiet"
      className={css.back}
      icon={<IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />}
      onClick={onClose}
    >
      {t('allAnnouncements')}
    </Button>
  )
  if (search.edit === 'new') {
    return (
      <>
        {back}
        <AnnouncementForm onClose={onClose} />
      </>
    )
  }
  return (
    <>
      {back}
      <DataState query={list} what={t('announcementWhat')} loading={<Skeleton lines={9} />}>
        {({ items }) => {
          const one = items.find(({ id }) => id === search.edit)
          return one && isOpen(one) ? (
            <AnnouncementForm key={one.version} announcement={one} onClose={onClose} />
          ) : (
            <StateBlock title={t('notEditable')}>{t('notEditableText')}</StateBlock>
          )
        }}
      </DataState>
    </>
  )
}

interface Draft {
  kind: 'companies' | 'roles'
  companies: string[]
  roles: Role[]
  title: string
  body: string
  isNow: boolean
  /** Values in the format of the browser's input fields. */
  from: string
  to: string
  channels: AnnouncementChannel[]
}

function draftOf(one: Announcement | undefined): Draft {
  const audience = one?.audience
  return {
    kind: audience && 'roles' in audience ? 'roles' : 'companies',
    companies: audience && 'companies' in audience ? audience.companies : [],
    roles: audience && 'roles' in audience ? audience.roles : [],
    title: one?.title ?? '',
    body: one?.body ?? '',
    isNow: !one,
    from: one ? toLocal(one.from) : '',
    to: one?.to ? toLocal(one.to) : '',
    channels: one?.channels ?? ['bell', 'toast'],
  }
}

const audienceOf = ({ kind, companies, roles: chosen }: Draft): AnnouncementAudience =>
  kind === 'companies' ? { companies } : { roles: chosen }

function wrongOf(draft: Draft): Record<string, string> {
  const from = fromLocal(draft.from)
  const to = fromLocal(draft.to)
  const starts = draft.isNow ? new Date().toISOString() : from
  return {
    ...(draft[draft.kind].length === 0 ? { audience: t('recipientMissing') } : {}),
    ...(draft.title.trim() === '' ? { title: t('titleMissing') } : {}),
    ...(draft.isNow || from ? {} : { from: t('timeMissing') }),
    ...(to && starts && to <= starts ? { to: t('endTooEarly') } : {}),
    ...(draft.channels.length === 0 ? { channels: t('channelMissing') } : {}),
  }
}

function AnnouncementForm({ announcement, onClose }: { announcement?: Announcement; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Draft>({
    initial: () => draftOf(announcement),
    fields,
    check: wrongOf,
    save: async (draft) => {
      const { title, body, isNow, from, to, channels } = draft
      const words = {
        audience: audienceOf(draft),
        title,
        body,
        from: (isNow ? null : fromLocal(from)) ?? new Date().toISOString(),
        to: fromLocal(to),
        channels,
      }
      await (announcement
        ? call(changeAnnouncement, {
            params: { announcementId: announcement.id },
            body: { ...words, version: announcement.version },
          })
        : call(addAnnouncement, { body: words }))
      snackbar(isNow ? t('announcementSent') : t('scheduled'))
      await client.invalidateQueries({ queryKey: announcementsKey })
      onClose()
    },
  })
  return (
    <Stack as="form" {...form.props} most={640} above={2} aria-label={t('announcement')}>
      <AudienceFields form={form} />
      <FormSection title={t('message')}>
        <InputField label={t('title')} maxLength={200} {...form.field('title')} />
        <AreaField label={t('text')} maxLength={2000} {...form.field('body')} />
        <TickMany
          label={t('channels')}
          all={announcementChannels}
          labelOf={(channel) => t(channelWords[channel].label)}
          hintOf={(channel) => t(channelWords[channel].hint)}
          isWide
          {...form.field('channels')}
        />
      </FormSection>
      <TimeFields form={form} />
      <SaveBar>
        <FormProblem>{form.problems.form}</FormProblem>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {form.values.isNow ? t('sendNow') : announcement ? t('save') : t('schedule')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </SaveBar>
    </Stack>
  )
}

const audienceWords = { companies: 'companiesAudience', roles: 'rolesAudience' } as const

function AudienceFields({ form }: { form: Form<Draft> }) {
  const { values, set, problems } = form
  const companies = useCompanyItems()
  const audience = useSettled(audienceOf(values), settleMs)
  const { data: count, error, refetch } = useQuery(audienceCountQuery(audience))
  const isEmpty = values[values.kind].length === 0
  const problem = problemAt(problems, 'audience')
  return (
    <FormSection
      title={t('recipients')}
      actions={
        error && count === undefined && !isEmpty ? (
          <FailedLine retry={() => void refetch()}>{t('countFailed')}</FailedLine>
        ) : (
          <Text as="output" weight="medium" tone="quiet" num>
            {isEmpty ? t('peopleCount', { count: 0 }) : count !== undefined && t('peopleCount', { count })}
          </Text>
        )
      }
    >
      <TickOne
        label={t('audience')}
        all={['companies', 'roles']}
        value={values.kind}
        labelOf={(kind) => t(audienceWords[kind])}
        onChange={(kind) => set({ kind })}
      />
      {values.kind === 'companies' ? (
        <PickMany
          label={t('companies')}
          addLabel={t('addCompanies')}
          items={companies.data}
          query={companies}
          {...form.field('companies')}
          problem={problem}
        />
      ) : (
        <TickMany label={t('roles')} all={roles} labelOf={roleName} {...form.field('roles')} problem={problem} />
      )}
    </FormSection>
  )
}

function TimeFields({ form }: { form: Form<Draft> }) {
  const { isNow } = form.values
  return (
    <FormSection title={t('time')}>
      <TickOne
        label={t('sendTime')}
        all={['now', 'later']}
        value={isNow ? 'now' : 'later'}
        labelOf={(when) => (when === 'now' ? t('now') : t('atSetTime'))}
        onChange={(when) => form.set({ isNow: when === 'now' })}
      />
      <Columns>
        {!isNow && <InputField label={t('from')} type="datetime-local" {...form.field('from')} />}
        <InputField label={t('until')} hint={t('untilHint')} type="datetime-local" {...form.field('to')} />
      </Columns>
    </FormSection>
  )
}
