import { namesAtOnceMax, shownMinutes } from '@signet/contract/leaks/disclosures'
import type { Leak } from '@signet/contract/leaks/leaks'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { AreaField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { DisclosureLog } from './disclosure-log.tsx'
import { readNames, showNames } from './disclosures.api.ts'
import type { Disclosures } from './use-disclosures.ts'

const reasonMin = 10
const reasonMax = 500

/** The dialog that `useDisclosures` asks with. */
export function DisclosureDialog({ company, disclosures }: { company: string; disclosures: Disclosures }) {
  const { question, ask, reload } = disclosures
  const close = () => ask(null)
  if (!question) return null
  if (question.kind === 'log') return <DisclosureLog company={company} onClose={close} />
  const save = async (reason: string) => {
    if (question.kind === 'show') await showNames(company, reason)
    else await copyNames(company, await question.leaks(), reason)
    close()
    reload()
  }
  return <ReasonDialog company={company} isCopy={question.kind === 'copy'} save={save} onClose={close} />
}

/** Copies the user names of leaks, without passwords. */
async function copyNames(company: string, leaks: readonly Leak[], reason: string): Promise<void> {
  const ids = leaks.filter(({ username, leakType }) => username && leakType !== 'paymentCards').map(({ id }) => id)
  if (ids.length === 0) return toast(t('noUserNames'))
  const { names } = await readNames(company, ids.slice(0, namesAtOnceMax), reason)
  copyText(names.join('\n'), t('resetListCount', { count: exactNumber(names.length) }))
}

/** Asks for a reason before user names are shown or copied. */
function ReasonDialog({
  company,
  isCopy,
  save,
  onClose,
}: {
  company: string
  isCopy: boolean
  save: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const companyName = useClientInfo()?.name ?? company
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < reasonMin && t('reasonTooShort', { count: reasonMin }) }),
    save: ({ reason }) => save(reason.trim()),
  })
  return (
    <FormDialog
      form={form}
      title={isCopy ? t('copyResetListTitle') : t('showIdentitiesTitle')}
      submitLabel={isCopy ? t('copy') : t('showIdentities')}
      onClose={onClose}
    >
      <Text as="p" tone="quiet">
        {isCopy
          ? t('copyResetListText', { company: companyName })
          : t('showIdentitiesText', { company: companyName, minutes: shownMinutes })}{' '}
        {t('reasonIsRecorded')}
      </Text>
      <AreaField label={t('reason')} hint={t('reasonHint')} maxLength={reasonMax} {...form.field('reason')} />
    </FormDialog>
  )
}
