import { useRef, useState, type SyntheticEvent } from 'react'
import {
  focusFirstProblem,
  noProblems,
  problemAt,
  problemsOf,
  withoutEdited,
  type Problems,
} from '../../api/field-problems.ts'
import { useAction } from '../controls/use-action.ts'

export interface FormOptions<T> {
  initial: T | (() => T)
  /** The fields that the server may name. Default: those of the values. */
  fields?: readonly string[] | ((values: T) => readonly string[])
  /** The problems by field, checked before anything is sent; `form` is for the form as a whole. */
  check?: (values: T) => Readonly<Record<string, string | false | null | undefined>>
  /** Rejects with the error of the call. */
  save: (values: T) => Promise<unknown>
  /** Explains a refusal if the message of the server isn't sufficient. */
  explain?: (error: unknown) => Problems | string
}

export type Form<T extends object> = ReturnType<typeof useForm<T>>

/**
 * The state of a form: its values, its problems, and submitting it once at a time. A refused value is shown at its field, which gets the
 * focus. The problem of a field disappears when the field is edited.
 */
export function useForm<T extends object>({ initial, fields, check, save, explain }: FormOptions<T>) {
  const element = useRef<HTMLFormElement>(null)
  const [first, setFirst] = useState(initial)
  const [values, setValues] = useState(first)
  const [problems, setProblems] = useState<Problems>(noProblems)
  const refuse = (found: Problems) => {
    setProblems(found)
    focusFirstProblem(element.current)
  }
  const { isBusy, run } = useAction(
    async (request: typeof save) => {
      await request(values)
      setProblems(noProblems)
    },
    {
      failed: (_, error) => {
        const found =
          explain?.(error) ??
          problemsOf(error, typeof fields === 'function' ? fields(values) : (fields ?? Object.keys(values)))
        refuse(typeof found === 'string' ? { fields: {}, form: found } : found)
        return undefined
      },
    },
  )
  /** Checks and saves the values, or makes another request with them, such as a test. */
  const submit = (request = save) => {
    const wrong = Object.entries(check?.(values) ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]))
    const { form = null, ...atFields } = Object.fromEntries(wrong)
    if (wrong.length > 0) refuse({ fields: atFields, form })
    else run(request)
  }
  const set = (changes: Partial<T>) => setValues((old) => ({ ...old, ...changes }))
  return {
    values,
    set,
    problems,
    isBusy,
    /** Whether any value differs from the initial one. Files are not compared. */
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
    submit,
    /** Resets to the initial values, or to the values that were saved. */
    reset: (to: T = first) => {
      setFirst(to)
      setValues(to)
      setProblems(noProblems)
    },
    /** For the form element. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        submit()
      },
      onChange: ({ target }: SyntheticEvent) => setProblems((old) => withoutEdited(old, target)),
    },
    /** For the control of a field. */
    field: <K extends keyof T & string>(name: K) => ({
      value: values[name],
      problem: problemAt(problems, name),
      onChange: (value: T[K]) => setValues((old) => ({ ...old, [name]: value })),
    }),
  }
}
