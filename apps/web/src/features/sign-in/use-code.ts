import { useRef, useState } from 'react'
import { useForm } from '../../ui/forms/use-form.ts'
import { useFirstField } from './use-first-field.ts'
import { t } from './words.ts'

/** What the second factor is proved with: the passkey, the code of an app, or a recovery code; and the code that is entered. */
export function useCode({
  isPasskeyFirst,
  onCode,
  onSwitch,
}: {
  isPasskeyFirst: boolean
  onCode: (code: string) => void
  /** Called when the user switches to another kind. The previous error message no longer applies. */
  onSwitch: () => void
}) {
  const [kind, setKind] = useState<'passkey' | 'app' | 'recovery'>(isPasskeyFirst ? 'passkey' : 'app')
  const form = useForm({
    initial: { totp: '' },
    check: ({ totp }) => ({ totp: totp.trim() === '' && t('codeRequired') }),
    save: async ({ totp }) => onCode(totp.trim()),
  })
  const place = useRef<HTMLDivElement>(null)
  useFirstField(place, kind)
  const choose = (next: typeof kind) => {
    setKind(next)
    onSwitch()
    form.reset()
  }
  return { place, kind, form, choose }
}
