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

interface FormOptions<T> {
  initial: T | (() => T)
  /** The fields the server may name; those of the values when left out. */
  fields?: readonly string[] | ((values: T) => readonly string[])
  /** What is wrong before anything is sent, by field; `form` is for the form as a whole. */
  check?: (values: T) => Readonly<Record<string, string | false | null | undefined>>
  /** Throws what the call throws. */
  save: (values: T) => Promise<unknown>
  /** What a refusal means, where the sentence of the server is not enough. */
  explain?: (error: unknown) => Problems | string
}

export type Form<T extends object> = ReturnType<typeof useForm<T>>

/**
 * A form: its values, what is wrong with them, and sending them once at a time. What the server refuses is shown at the field it
 * names, which gets the focus; a problem goes away when its field is edited.
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
    async () => {
      await save(values)
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
  const submit = () => {
    const wrong = Object.entries(check?.(values) ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]))
    const { form = null, ...atFields } = Object.fromEntries(wrong)
    if (wrong.length > 0) refuse({ fields: atFields, form })
    else run()
  }
  const set = (changes: Partial<T>) => setValues((old) => ({ ...old, ...changes }))
  return {
    values,
    set,
    problems,
    isBusy,
    /** Whether anything differs from what it began with; files are not compared. */
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
    submit,
    /** Back to what it began with, or to what was saved. */
    reset: (to: T = first) => {
      setFirst(to)
      setValues(to)
      setProblems(noProblems)
    },
    /** For the element of the form. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        submit()
      },
      onChange: ({ target }: SyntheticEvent) => setProblems((old) => withoutEdited(old, target)),
    },
    /** For the control of one field. */
    field: <K extends keyof T & string>(name: K) => ({
      value: values[name],
      problem: problemAt(problems, name),
      onChange: (value: T[K]) => set({ [name]: value } as unknown as Partial<T>),
    }),
  }
}
