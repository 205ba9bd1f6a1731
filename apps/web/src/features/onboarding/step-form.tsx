import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { focusFirstProblem, noProblems, problemsOf, withoutEdited, type Problems } from '../../api/field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem, SaveBar } from '../../ui/form-section.tsx'
import { toast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import css from './setup.module.css'

/** A step that is a form: saves, says what was refused at its field, and goes on. */
export function StepForm({
  label,
  fields,
  saveLabel,
  isFollowed = false,
  onCheck,
  onSave,
  children,
}: {
  label: string
  /** The fields it shows, as the server names them. */
  fields: readonly string[]
  saveLabel?: string
  /** More follows below its buttons. */
  isFollowed?: boolean
  /** What is wrong before anything is sent, by field. */
  onCheck?: () => Record<string, string>
  /** Throws what the call throws; goes on by itself. */
  onSave: () => Promise<void>
  children: (problems: Problems) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      await onSave()
      setProblems(noProblems)
      toast(t('Saved'))
    } catch (error) {
      setProblems(problemsOf(error, fields))
      focusFirstProblem(form.current)
    } finally {
      setIsBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = onCheck?.() ?? {}
    if (Object.keys(wrong).length === 0) {
      void save()
      return
    }
    setProblems({ fields: wrong, form: null })
    focusFirstProblem(form.current)
  }
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-label={label}
      onSubmit={onSubmit}
      onChange={({ target }) => setProblems((old) => withoutEdited(old, target))}
    >
      {children(problems)}
      <SaveBar isPlain={isFollowed}>
        <FormProblem>{problems.form}</FormProblem>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {saveLabel ?? t('Save and continue')}
        </Button>
      </SaveBar>
    </form>
  )
}
