import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { remarkProblem, remarkTextMax } from '../../../ui/feedback/remark.ts'
import { toast } from '../../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import css from './threat-panel.module.css'

/** Says something about a record without deciding on it. */
export function RemarkForm({ threat }: { threat: AnyThreat }) {
  const client = useQueryClient()
  const company = useCompany()
  const { name, calls } = useRecords()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const send = async () => {
    const wrong = remarkProblem('custom', text)
    setProblem(wrong)
    if (wrong) return
    setIsBusy(true)
    try {
      await calls.remark({ company, source: threat.source, id: threat.id }, { kind: 'custom', text: text.trim() })
      setText('')
      toast(t('remarkAdded'))
      await client.invalidateQueries({ queryKey: [company, name, 'detail', threat.id] })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Stack
      as="form"
      gap={2}
      align="start"
      below={5}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack as="label" gap={1} weight="medium" className={css.words}>
        {t('addARemark')}
        <textarea
          value={text}
          rows={2}
          maxLength={remarkTextMax}
          aria-invalid={problem !== null}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
      </Stack>
      {problem && (
        <Text as="p" size="meta" tone="danger" above={1} role="alert">
          {problem}
        </Text>
      )}
      <Button type="submit" disabled={isBusy || text.trim() === ''}>
        {t('addRemark')}
      </Button>
    </Stack>
  )
}
