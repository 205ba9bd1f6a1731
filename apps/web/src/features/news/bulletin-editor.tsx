import {
  addNews,
  addWhatsNew,
  changeNews,
  changeWhatsNew,
  deleteNews,
  deleteWhatsNew,
  type NewsItem,
  type WhatsNewItem,
} from '@signet/contract/messages/news'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { kindOf, newKinds, tagsOf, topicsOf, type NewKind } from './bulletin-text.ts'
import { valueName } from '../../words/named/name-of.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { AreaField, InputField } from '../../ui/forms/field.tsx'
import { Tick } from '../../ui/forms/form-section.tsx'
import { TickOne } from '../../ui/forms/tick-one.tsx'

const titleMax = 200
const bodyMax = 20_000
const tagMax = 40
const tagsMax = 10

/** The kind of bulletin: news items belong to a company, What's New entries to the product. */
export type BulletinKind = 'news' | 'whatsNew'

/** Creates or edits a news item or an entry of What's New. */
export function BulletinEditor({
  kind,
  item,
  onClose,
}: {
  kind: BulletinKind
  /** Null for a new one. */
  item: NewsItem | WhatsNewItem | null
  onClose: () => void
}) {
  const client = useQueryClient()
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const { role } = useUser()
  const tagsIn = ({ typedTags, change }: { typedTags: string; change: NewKind }) =>
    kind === 'news' ? tagsOf(typedTags) : [change, ...topicsOf(tagsOf(typedTags))]
  const form = useForm({
    initial: {
      title: item?.title ?? '',
      body: item?.body ?? '',
      change: kindOf(item?.tags ?? []) ?? 'New',
      typedTags: (kind === 'news' ? item?.tags : topicsOf(item?.tags ?? []))?.join(', ') ?? '',
      isForAll: false,
    },
    check: (draft) => {
      const tags = tagsIn(draft)
      return {
        title: !draft.title.trim() && t('titleMissing'),
        body: !draft.body.trim() && t('textMissing'),
        typedTags:
          tags.length > tagsMax
            ? t('tooManyTags', { max: tagsMax })
            : tags.some((tag) => tag.length > tagMax) && t('tagTooLong', { max: tagMax }),
      }
    },
    save: async (draft) => {
      const words = { company, title: draft.title.trim(), body: draft.body.trim(), tags: tagsIn(draft) }
      await send(kind, item, draft.isForAll ? { ...words, everyCompany: true } : words)
      toast(item ? t('saved') : t('postPublished'))
      await client.invalidateQueries({ queryKey: [company, kind] })
      onClose()
    },
    explain: (error) =>
      error instanceof ApiError && error.code === 'CONFLICT'
        ? t('changedByOthers')
        : t('saveFailed', { why: errorText(error) }),
  })
  const { isForAll } = form.values
  const heading = kind === 'news' ? (item ? t('editPost') : t('addPost')) : item ? t('editUpdate') : t('addUpdate')
  const audience =
    kind === 'whatsNew' || (item && 'company' in item && item.company === null) || isForAll
      ? t('audienceAll')
      : t('audienceCompany', { company: companyName })
  return (
    <FormDialog form={form} title={heading} width={640} submitLabel={item ? t('save') : t('publish')} onClose={onClose}>
      {kind === 'whatsNew' && (
        <TickOne
          label={t('updateType')}
          all={newKinds}
          labelOf={(value) => valueName(value)}
          {...form.field('change')}
        />
      )}
      <InputField label={t('title')} maxLength={titleMax} {...form.field('title')} />
      <AreaField label={t('text')} hint={t('textHint')} leastPx={200} maxLength={bodyMax} {...form.field('body')} />
      <InputField label={t('tags')} hint={t('tagsHint')} {...form.field('typedTags')} />
      {kind === 'news' && !item && role === 'superAdmin' && (
        <Tick label={t('allCompanies')} isOn={isForAll} onChange={(isOn) => form.set({ isForAll: isOn })} />
      )}
      <Text as="p" tone="quiet">
        {audience}
      </Text>
    </FormDialog>
  )
}

interface Words {
  company: string
  title: string
  body: string
  tags: string[]
  everyCompany?: boolean
}

function send(kind: BulletinKind, item: NewsItem | WhatsNewItem | null, { everyCompany, ...words }: Words) {
  const query = { company: words.company }
  if (kind === 'whatsNew') {
    return item
      ? call(changeWhatsNew, { params: { whatsNewId: item.id }, query, body: { ...words, version: item.version } })
      : call(addWhatsNew, { query, body: words })
  }
  return item
    ? call(changeNews, { params: { newsId: item.id }, query, body: { ...words, version: item.version } })
    : call(addNews, { query, body: everyCompany ? { ...words, everyCompany } : words })
}

/** Deletes a bulletin. */
export function DeleteBulletin({
  kind,
  item,
  onDone,
  onClose,
}: {
  kind: BulletinKind
  item: NewsItem | WhatsNewItem
  onDone: () => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const isOfOne = 'company' in item && item.company !== null
  const { isBusy, run } = useAction(
    async () => {
      const query = { company }
      await (kind === 'news'
        ? call(deleteNews, { params: { newsId: item.id }, query })
        : call(deleteWhatsNew, { params: { whatsNewId: item.id }, query }))
      snackbar(t('postDeleted', { name: item.title }))
      onDone()
      await client.invalidateQueries({ queryKey: [company, kind] })
    },
    { failed: (why) => t('deleteFailed', { name: item.title, why }), settled: onClose },
  )
  return (
    <ConfirmDialog
      title={kind === 'news' ? t('deletePostTitle') : t('deleteUpdateTitle')}
      text={isOfOne ? t('deleteForCompanyText', { company: companyName }) : t('deleteForAllText')}
      examples={[item.title]}
      confirmLabel={t('delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
