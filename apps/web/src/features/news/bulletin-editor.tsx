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
import { t } from './words.ts'
import css from './bulletin-editor.module.css'
import { kindOf, newKinds, tagsOf, topicsOf, type NewKind } from './bulletin-text.ts'
import { valueName } from '../../words/named/name-of.ts'

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
  const titleProblem = title.trim() ? null : t('writeATitle')
  const bodyProblem = body.trim() ? null : t('writeAText')
  const tagsProblem =
    tags.length > tagsMax
      ? t('atMostMaxTags', { max: tagsMax })
      : tags.some((tag) => tag.length > tagMax)
        ? t('tagHasAtMostMax', { max: tagMax })
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
      toast(item ? t('saved') : t('published'))
      await client.invalidateQueries({ queryKey: [company, kind] })
      onClose()
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.code === 'CONFLICT'
          ? t('someoneElseChangedItMeanwhile')
          : t('itWasNotSavedWhy', { why: errorText(error) }),
      )
      setIsBusy(false)
    }
  }

  const heading = kind === 'news' ? (item ? t('changeNews') : t('addNews')) : item ? t('changeEntry') : t('addEntry')
  const audience =
    kind === 'whatsNew' || (item && 'company' in item && item.company === null) || isForAll
      ? t('everybodyInEveryCompanyReads')
      : t('everybodyOfCompanyReads', { company: companyName })
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
            <legend>{t('kindOfChange')}</legend>
            {newKinds.map((value) => (
              <Inline key={value} as="label" className={`${dialog.choice} choice`}>
                <input type="radio" name="kind" checked={change === value} onChange={() => setChange(value)} />
                {valueName(value)}
              </Inline>
            ))}
          </fieldset>
        )}
        <Field label={t('title')} problem={isTried ? titleProblem : null}>
          {(control) => (
            <input {...control} value={title} maxLength={titleMax} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
        <Field label={t('text')} hint={t('plainTextAnEmptyLine')} problem={isTried ? bodyProblem : null}>
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
        <Field label={t('tags')} hint={t('partedByCommasEG')} problem={isTried ? tagsProblem : null}>
          {(control) => <input {...control} value={typedTags} onChange={(event) => setTypedTags(event.target.value)} />}
        </Field>
        {kind === 'news' && !item && role === 'superAdmin' && (
          <Inline as="label" className={css.forAll}>
            <input type="checkbox" checked={isForAll} onChange={() => setIsForAll(!isForAll)} />
            {t('forEveryCompany')}
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
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {item ? t('save') : t('publish')}
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
      snackbar(t('nameWasDeleted', { name: item.title }))
      onDone()
      await client.invalidateQueries({ queryKey: [company, kind] })
    } catch (error) {
      snackbar(t('nameWasNotDeletedWhy', { name: item.title, why: errorText(error) }), { isFailure: true })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={kind === 'news' ? t('deleteThisNews') : t('deleteThisEntry')}
      text={isOfOne ? t('itDisappearsForEverybody', { company: companyName }) : t('itDisappearsForEveryCompany')}
      examples={[item.title]}
      confirmLabel={t('delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
