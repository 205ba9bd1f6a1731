import { useRef, useState } from 'react'
import { focusFirstProblem, noProblems, problemsOf, type Problems } from '../../api/field-problems.ts'
import { toast } from '../../ui/feedback/toasts.ts'
import { t } from './words.ts'

/** The way of a form of its own: checks, saves, says what was refused at its field and puts the focus there. */
export function useSave({
  fields,
  check,
  save,
}: {
  /** The fields it shows, as the server names them. */
  fields: readonly string[]
  /** What is wrong before anything is sent, by field. */
  check?: () => Record<string, string>
  /** Throws what the call throws. */
  save: () => Promise<void>
}) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async () => {
    const wrong = check?.() ?? {}
    if (Object.keys(wrong).length > 0) {
      setProblems({ fields: wrong, form: null })
      focusFirstProblem(form.current)
      return
    }
    setIsBusy(true)
    try {
      await save()
      setProblems(noProblems)
      toast(t('saved'))
    } catch (error) {
      setProblems(problemsOf(error, fields))
      focusFirstProblem(form.current)
    }
    setIsBusy(false)
  }
  return { form, problems, isBusy, submit, forget: () => setProblems(noProblems) }
}
