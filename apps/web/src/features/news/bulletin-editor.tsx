import {
  addNews,
  addWhatsNew,
  changeNews,
  changeWhatsNew,
  deleteNews,
  deleteWhatsNew,
  type NewsItem,
  type WhatsNewItem,
} from '@signet/contract/news'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import dialog from '../../ui/feedback/dialog.module.css'
import { Field } from '../../ui/forms/field.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from '../../words/words.ts'
import css from './bulletin-editor.module.css'
import { kindOf, newKinds, tagsOf, topicsOf, type NewKind } from './bulletin-text.ts'

const titleMax = 200
const bodyMax = 20_000
const tagMax = 40
const tagsMax = 10

/** Which of the two kinds of bulletins is written; news are of a company, What's New is of the product. */
export type BulletinKind = 'news' | 'whatsNew'

/** Writes a piece of news or an entry of What's New, or corrects one. */
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
  const [title, setTitle] = useState(item?.title ?? '')
  const [body, setBody] = useState(item?.body ?? '')
  const [change, setChange] = useState<NewKind>(kindOf(item?.tags ?? []) ?? 'New')
  const [typedTags, setTypedTags] = useState(
    (kind === 'news' ? item?.tags : topicsOf(item?.tags ?? []))?.join(', ') ?? '',
  )
  const [isForAll, setIsForAll] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const fields = useRef<HTMLFormElement>(null)

  const tags = kind === 'news' ? tagsOf(typedTags) : [change, ...topicsOf(tagsOf(typedTags))]
  const titleProblem = title.trim() ? null : t('Write a title.')
  const bodyProblem = body.trim() ? null : t('Write a text.')
  const tagsProblem =
    tags.length > tagsMax
      ? t('At most {max} tags.', { max: tagsMax })
      : tags.some((tag) => tag.length > tagMax)
        ? t('A tag has at most {max} characters.', { max: tagMax })
        : null

  const send = () => {
    const words = { company, title: title.trim(), body: body.trim(), tags }
    const query = { company }
    if (kind === 'whatsNew') {
      return item
        ? call(changeWhatsNew, { params: { whatsNewId: item.id }, query, body: { ...words, version: item.version } })
        : call(addWhatsNew, { query, body: words })
    }
    return item
      ? call(changeNews, { params: { newsId: item.id }, query, body: { ...words, version: item.version } })
      : call(addNews, { query, body: isForAll ? { ...words, everyCompany: true } : words })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (titleProblem ?? bodyProblem ?? tagsProblem) {
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setIsBusy(true)
    setFailure(null)
    try {
      await send()
      toast(item ? t('Saved') : t('Published'))
      await client.invalidateQueries({ queryKey: [company, kind] })
      onClose()
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.code === 'CONFLICT'
          ? t('Someone else changed it meanwhile. Close this, read it again and repeat your change.')
          : t('It was not saved. {why}', { why: errorText(error) }),
      )
      setIsBusy(false)
    }
  }

  const heading =
    kind === 'news' ? (item ? t('Change news') : t('Add news')) : item ? t('Change entry') : t('Add entry')
  const audience =
    kind === 'whatsNew' || (item && 'company' in item && item.company === null) || isForAll
      ? t('Everybody in every company reads this.')
      : t('Everybody of {company} reads this and is notified.', { company: companyName })
  return (
    <Dialog title={heading} width={640} onClose={onClose}>
      <Stack
        ref={fields}
        noValidate
        as="form"
        gap={3}
        onSubmit={(event) => {
          void save(event)
        }}
      >
        {kind === 'whatsNew' && (
          <fieldset className={css.kinds}>
            <legend>{t('Kind of change')}</legend>
            {newKinds.map((value) => (
              <Inline key={value} as="label" className={`${dialog.choice} choice`}>
                <input type="radio" name="kind" checked={change === value} onChange={() => setChange(value)} />
                {t(value)}
              </Inline>
            ))}
          </fieldset>
        )}
        <Field label={t('Title')} problem={isTried ? titleProblem : null}>
          {(control) => (
            <input {...control} value={title} maxLength={titleMax} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
        <Field
          label={t('Text')}
          hint={t('Plain text; an empty line begins a new paragraph.')}
          problem={isTried ? bodyProblem : null}
        >
          {(control) => (
            <textarea
              {...control}
              className={css.body}
              value={body}
              maxLength={bodyMax}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('Tags')}
          hint={t('Parted by commas, e.g. Campaign, Takedowns')}
          problem={isTried ? tagsProblem : null}
        >
          {(control) => <input {...control} value={typedTags} onChange={(event) => setTypedTags(event.target.value)} />}
        </Field>
        {kind === 'news' && !item && role === 'superAdmin' && (
          <Inline as="label" className={css.forAll}>
            <input type="checkbox" checked={isForAll} onChange={() => setIsForAll(!isForAll)} />
            {t('For every company')}
          </Inline>
        )}
        <Text as="p" tone="quiet">
          {audience}
        </Text>
        {failure && (
          <Text as="p" size="meta" tone="danger" role="alert">
            {failure}
          </Text>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {item ? t('Save') : t('Publish')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}

/** Takes a bulletin back. */
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
  const [isBusy, setIsBusy] = useState(false)
  const isOfOne = 'company' in item && item.company !== null
  const remove = async () => {
    setIsBusy(true)
    try {
      const query = { company }
      await (kind === 'news'
        ? call(deleteNews, { params: { newsId: item.id }, query })
        : call(deleteWhatsNew, { params: { whatsNewId: item.id }, query }))
      snackbar(t('“{name}” was deleted.', { name: item.title }))
      onDone()
      await client.invalidateQueries({ queryKey: [company, kind] })
    } catch (error) {
      snackbar(t('“{name}” was not deleted. {why}', { name: item.title, why: errorText(error) }), { isFailure: true })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={kind === 'news' ? t('Delete this news?') : t('Delete this entry?')}
      text={
        isOfOne
          ? t('It disappears for everybody of {company}. This cannot be undone.', { company: companyName })
          : t('It disappears for every company. This cannot be undone.')
      }
      examples={[item.title]}
      confirmLabel={t('Delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
