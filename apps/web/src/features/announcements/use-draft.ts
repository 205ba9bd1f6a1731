import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { focusFirstProblem, noProblems, problemsOf, type Problems } from '../../api/field-problems.ts'
import { snackbar } from '../../ui/feedback/toasts.ts'

interface DraftOptions<T> {
  initial: () => T
  /** The fields it shows, as the server names them. */
  fields: readonly string[]
  /** What is wrong before anything is sent, by field. */
  check: (draft: T) => Record<string, string>
  /** Throws what the call throws. */
  save: (draft: T) => Promise<unknown>
  /** What is said once it is saved. */
  done: (draft: T) => string
  /** The list that is read anew. */
  listKey: QueryKey
  onClose: () => void
}

/** A form that is filled in, checked, saved and left; what is refused is said at its field. */
export function useDraft<T extends object>({ initial, fields, check, save, done, listKey, onClose }: DraftOptions<T>) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const refuse = (found: Problems) => {
    setProblems(found)
    focusFirstProblem(form.current)
  }
  const send = async () => {
    setIsBusy(true)
    try {
      await save(draft)
      snackbar(done(draft))
      await client.invalidateQueries({ queryKey: listKey })
      onClose()
    } catch (error) {
      refuse(problemsOf(error, fields))
      setIsBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = check(draft)
    if (Object.keys(wrong).length > 0) refuse({ fields: wrong, form: null })
    else void send()
  }
  const set = (changes: Partial<T>) => setDraft((old) => ({ ...old, ...changes }))
  return { form, draft, set, problems, isBusy, onSubmit }
}
