import { bookmarkNoteMax } from '@signet/contract/threats/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../../api/api-error.ts'
import { useCompany } from '../../../../session/company.ts'
import { toast } from '../../../../ui/feedback/messages/toasts.ts'
import { Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useRecords, type AnyThreat } from '../../records.ts'
import { patchThreats } from '../../threat-cache.ts'
import css from '../threat-panel.module.css'

/** The reader's note on a bookmark, saved when the field loses focus. Render it with the id of the threat as its key. */
export function BookmarkNote({ threat }: { threat: AnyThreat }) {
  const client = useQueryClient()
  const company = useCompany()
  const records = useRecords()
  const kept = threat.bookmarkNote ?? ''
  const [text, setText] = useState(kept)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const note = text.trim()
    if (note === kept) return
    try {
      await records.calls.bookmark({ company, source: threat.source, id: threat.id }, true, note || null)
      patchThreats(client, records, company, new Set([threat.id]), () => ({ bookmarkNote: note || undefined }))
      toast(t('saved'))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <>
      <Text as="label" above={2} className={`${css.remark} input-box`}>
        <span>{t('bookmarkNote')}</span>
        <input
          type="text"
          value={text}
          maxLength={bookmarkNoteMax}
          placeholder={t('visibleOnlyToYou')}
          autoComplete="off"
          aria-invalid={problem !== null}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save()
          }}
        />
      </Text>
      {problem && (
        <Text as="p" size="meta" tone="danger" above={1} role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}
