import {
  addAnnouncement,
  announcementChannels,
  changeAnnouncement,
  type Announcement,
  type AnnouncementAudience,
  type AnnouncementChannel,
} from '@signet/contract/announcements'
import { roles, type Role } from '@signet/contract/permissions'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { roleName } from '../../format/role-words.ts'
import { companyChoicesQuery } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Columns, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { channelWords, fromLocal, isOpen, toLocal } from './announcement-words.ts'
import { announcementsKey, announcementsQuery, audienceCountQuery } from './announcements.api.ts'
import css from './announcements.module.css'
import type { AnnouncementsSearch } from './announcements-search.ts'
import { useDraft } from './use-draft.ts'

const fields = ['audience', 'title', 'body', 'from', 'to', 'channels']
const settleMs = 300

interface EditorProps {
  search: AnnouncementsSearch
  onClose: () => void
}

/** The form of one announcement, new or not told yet. */
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
      <DataState query={list} what={t('theAnnouncement')} loading={<Skeleton lines={9} />}>
        {({ items }) => {
          const one = items.find(({ id }) => id === search.edit)
          return one && isOpen(one) ? (
            <AnnouncementForm key={one.version} announcement={one} onClose={onClose} />
          ) : (
            <StateBlock title={t('itCanNoLonger')}>{t('peopleWereTold')}</StateBlock>
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
  /** As the fields of the browser hold them. */
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
    ...(draft[draft.kind].length === 0 ? { audience: t('chooseWhoIsTold') } : {}),
    ...(draft.title.trim() === '' ? { title: t('enterATitle') } : {}),
    ...(draft.isNow || from ? {} : { from: t('enterATime') }),
    ...(to && starts && to <= starts ? { to: t('endMustBeAfter') } : {}),
    ...(draft.channels.length === 0 ? { channels: t('chooseAtLeastOne') } : {}),
  }
}

function AnnouncementForm({ announcement, onClose }: { announcement?: Announcement; onClose: () => void }) {
  const { form, draft, set, problems, isBusy, onSubmit } = useDraft({
    initial: () => draftOf(announcement),
    fields,
    check: wrongOf,
    save: (words) => {
      const body = {
        audience: audienceOf(words),
        title: words.title,
        body: words.body,
        from: (words.isNow ? null : fromLocal(words.from)) ?? new Date().toISOString(),
        to: fromLocal(words.to),
        channels: words.channels,
      }
      if (!announcement) return call(addAnnouncement, { body })
      const params = { announcementId: announcement.id }
      return call(changeAnnouncement, { params, body: { ...body, version: announcement.version } })
    },
    done: ({ isNow }) => (isNow ? t('announced') : t('planned')),
    listKey: announcementsKey,
    onClose,
  })
  return (
    <form ref={form} className={css.form} noValidate aria-label={t('announcement')} onSubmit={onSubmit}>
      <AudienceFields draft={draft} problems={problems} onChange={set} />
      <FormSection title={t('message')}>
        <Field label={t('title')} problem={problemAt(problems, 'title')}>
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={draft.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('text')} problem={problemAt(problems, 'body')}>
          {(control) => (
            <textarea
              {...control}
              maxLength={2000}
              value={draft.body}
              onChange={(event) => set({ body: event.target.value })}
            />
          )}
        </Field>
        <TickMany
          label={t('howTheyAreTold')}
          all={announcementChannels}
          chosen={draft.channels}
          labelOf={(channel) => t(channelWords[channel].label)}
          hintOf={(channel) => t(channelWords[channel].hint)}
          problem={problemAt(problems, 'channels')}
          isWide
          onChange={(channels) => set({ channels })}
        />
      </FormSection>
      <TimeFields draft={draft} problems={problems} onChange={set} />
      <SaveBar>
        <FormProblem>{problems.form}</FormProblem>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {draft.isNow ? t('announceNow') : announcement ? t('save') : t('plan')}
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

function AudienceFields({ draft, problems, onChange }: FieldsProps) {
  const companies = useQuery(companyChoicesQuery).data
  const audience = useSettled(audienceOf(draft), settleMs)
  const count = useQuery(audienceCountQuery(audience)).data
  const isEmpty = draft[draft.kind].length === 0
  const problem = problemAt(problems, 'audience')
  return (
    <FormSection
      title={t('recipients')}
      actions={
        <Text as="output" weight="medium" tone="quiet" num>
          {isEmpty ? t('peopleCount', { count: 0 }) : count !== undefined && t('peopleCount', { count })}
        </Text>
      }
    >
      <TickGroup label={t('whoIsTold')}>
        <Tick
          type="radio"
          name="audience"
          label={t('everybodyOfSomeCompanies')}
          isOn={draft.kind === 'companies'}
          onChange={() => onChange({ kind: 'companies' })}
        />
        <Tick
          type="radio"
          name="audience"
          label={t('someRolesInEveryCompany')}
          isOn={draft.kind === 'roles'}
          onChange={() => onChange({ kind: 'roles' })}
        />
      </TickGroup>
      {draft.kind === 'companies' ? (
        <PickMany
          label={t('companies')}
          addLabel={t('addCompanies')}
          items={companies?.map(({ company, name }) => ({ key: company, label: name, hint: company }))}
          chosen={draft.companies}
          problem={problem}
          onChange={(chosen) => onChange({ companies: chosen })}
        />
      ) : (
        <TickMany
          label={t('roles')}
          all={roles}
          chosen={draft.roles}
          labelOf={roleName}
          problem={problem}
          onChange={(chosen) => onChange({ roles: chosen })}
        />
      )}
    </FormSection>
  )
}

function TimeFields({ draft, problems, onChange }: FieldsProps) {
  return (
    <FormSection title={t('when')}>
      <TickGroup label={t('beginning')}>
        <Tick type="radio" name="when" label={t('now')} isOn={draft.isNow} onChange={() => onChange({ isNow: true })} />
        <Tick
          type="radio"
          name="when"
          label={t('atATime')}
          isOn={!draft.isNow}
          onChange={() => onChange({ isNow: false })}
        />
      </TickGroup>
      <Columns>
        {!draft.isNow && (
          <Field label={t('from')} problem={problemAt(problems, 'from')}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={draft.from}
                onChange={(event) => onChange({ from: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field label={t('until')} hint={t('afterThatNobodyIsTold')} problem={problemAt(problems, 'to')}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={draft.to}
              onChange={(event) => onChange({ to: event.target.value })}
            />
          )}
        </Field>
      </Columns>
    </FormSection>
  )
}
