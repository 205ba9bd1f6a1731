import {
  deleteGlossaryEntry,
  glossaryCategories,
  putGlossaryEntry,
  type GlossaryCategory,
} from '@signet/contract/glossary'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { glossaryQuery, type Entry } from './glossary.api.ts'
import { valueName } from '../../words/named/name-of.ts'

const nameMax = 200
const descriptionMax = 2000

/** Adds an entry, or puts other words in the place of one. */
export function EntryEditor({
  entry,
  entries,
  category: suggested,
  onClose,
}: {
  /** Null for a new one. */
  entry: Entry | null
  entries: readonly Entry[]
  category: GlossaryCategory | undefined
  onClose: () => void
}) {
  const client = useQueryClient()
  const company = useCompany()
  const [name, setName] = useState(entry?.Indicators ?? '')
  const [category, setCategory] = useState<GlossaryCategory>(entry?.Category ?? suggested ?? 'General')
  const [description, setDescription] = useState(entry?.Description ?? '')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const descriptionField = useRef<HTMLTextAreaElement>(null)

  const isTaken = entries.some(
    (other) => other.id !== entry?.id && other.Category === category && other.Indicators === name.trim(),
  )
  const nameProblem = !name.trim() ? t('writeTheName') : isTaken ? t('anotherEntryOfThisCategory') : null
  const descriptionProblem = description.trim() ? null : t('writeWhatItMeans')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (nameProblem) return nameField.current?.focus()
    if (descriptionProblem) return descriptionField.current?.focus()
    setIsBusy(true)
    setFailure(null)
    try {
      await call(putGlossaryEntry, {
        params: { entryId: entry?.id ?? newId() },
        body: {
          Indicators: name.trim(),
          Description: description.trim(),
          Category: category,
          version: entry?.version ?? 0,
        },
      })
      toast(t('saved'))
      await client.invalidateQueries({ queryKey: glossaryQuery(company).queryKey })
      onClose()
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.code === 'CONFLICT'
          ? t('someoneElseChangedThisEntry')
          : t('itWasNotSavedWhy', { why: errorText(error) }),
      )
      setIsBusy(false)
    }
    return undefined
  }

  return (
    <Dialog title={entry ? t('changeEntry') : t('addEntry')} width={560} onClose={onClose}>
      <form
        noValidate
        style={{ display: 'grid', gap: 14 }}
        onSubmit={(event) => {
          void save(event)
        }}
      >
        <Field label={t('indicator')} problem={isTried ? nameProblem : null}>
          {(control) => (
            <input
              {...control}
              ref={nameField}
              value={name}
              maxLength={nameMax}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('category')}>
          {(control) => (
            <select
              {...control}
              value={category}
              onChange={(event) => setCategory(event.target.value as GlossaryCategory)}
            >
              {glossaryCategories.map((value) => (
                <option key={value} value={value}>
                  {valueName(value)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={t('description')}
          hint={t('oneToThreePlainSentences')}
          problem={isTried ? descriptionProblem : null}
        >
          {(control) => (
            <textarea
              {...control}
              ref={descriptionField}
              value={description}
              maxLength={descriptionMax}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {failure && (
          <Text as="p" size="meta" tone="danger" role="alert">
            {failure}
          </Text>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Takes an entry out, with a way back. */
export function DeleteEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const client = useQueryClient()
  const company = useCompany()
  const [isBusy, setIsBusy] = useState(false)
  const readAgain = () => client.invalidateQueries({ queryKey: glossaryQuery(company).queryKey })
  const putBack = async () => {
    const { Indicators, Description, Category } = entry
    try {
      // What was taken out looks like nothing to whoever puts it again: version 0.
      await call(putGlossaryEntry, {
        params: { entryId: entry.id },
        body: { Indicators, Description, Category, version: 0 },
      })
      await readAgain()
    } catch (error) {
      snackbar(t('nameWasNotPutBack', { name: Indicators, why: errorText(error) }), { isFailure: true })
    }
  }
  const remove = async () => {
    setIsBusy(true)
    try {
      await call(deleteGlossaryEntry, { params: { entryId: entry.id } })
      snackbar(t('nameWasDeleted', { name: entry.Indicators }), {
        action: { label: t('undo'), run: () => void putBack() },
      })
      await readAgain()
    } catch (error) {
      snackbar(t('nameWasNotDeletedWhy', { name: entry.Indicators, why: errorText(error) }), {
        isFailure: true,
      })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('deleteThisEntry')}
      text={t('itDisappearsFromTheGlossary')}
      examples={[entry.Indicators]}
      confirmLabel={t('delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
