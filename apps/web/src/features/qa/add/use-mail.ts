import { addMailThreats, type MailFinding } from '@signet/contract/threats/mail-threats'
import type { ResponseOf } from '@signet/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { upload } from '../../../api/upload.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { publishAdded } from './add-threats.api.ts'
import { t } from './words.ts'

interface ReadMail extends ResponseOf<typeof addMailThreats> {
  file: File
}

/** An email that was uploaded, what of it is chosen, and functions that read another one and send what is chosen. */
export function useMail(company: string) {
  const client = useQueryClient()
  const [mail, setMail] = useState<ReadMail | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isAddedAnyway, setIsAddedAnyway] = useState(false)
  const call = (file: File, fields: { dryRun?: boolean; chosen?: string[]; isAddedAnyway?: boolean }) =>
    upload(addMailThreats, { params: undefined, query: { company }, fields: { company, ...fields }, files: [file] })

  const reading = useAction(
    async ([file]: File[]) => {
      if (!file) return
      setMail(null)
      const read = await call(file, { dryRun: true })
      setMail({ file, ...read })
      setIsAddedAnyway(false)
      // What the detector has no reason for is mostly part of the layout.
      const found = read.findings.filter(({ result, reasons }) => result.state === 'new' && reasons.length > 0)
      setTicked(new Set(found.map(({ key }) => key)))
    },
    { isInline: true, failed: (reason) => t('mailProblem', { reason }) },
  )
  const canAdd = ({ result: { state } }: MailFinding) => state === 'new' || (state === 'own' && isAddedAnyway)
  const findings = mail?.findings ?? []
  const chosen = findings.filter((finding) => ticked.has(finding.key) && canAdd(finding))

  const sending = useAction(
    async (isPublished: boolean) => {
      if (!mail) return
      const { findings: sent } = await call(mail.file, { chosen: chosen.map(({ key }) => key), isAddedAnyway })
      const ids = sent.flatMap(({ result }) => (result.state === 'added' ? (result.id ?? []) : []))
      const stayed = isPublished && ids.length > 0 ? await publishAdded(company, 'threat', ids) : []
      snackbar(
        isPublished
          ? t('addedAndPublished.threat', { count: ids.length - stayed.length })
          : t('addedToQueue.threat', { count: ids.length }),
      )
      setMail(null)
      await client.invalidateQueries({ queryKey: [company] })
    },
    { failed: (reason) => t('addFailed', { reason }) },
  )
  return {
    mail,
    findings,
    chosen,
    canAdd,
    isTicked: (finding: MailFinding) => ticked.has(finding.key) && canAdd(finding),
    tick: (key: string, isOn: boolean) =>
      setTicked((old) => new Set(isOn ? [...old, key] : [...old].filter((one) => one !== key))),
    ownCount: findings.filter(({ result }) => result.state === 'own').length,
    isAddedAnyway,
    setIsAddedAnyway,
    reading,
    sending,
  }
}
