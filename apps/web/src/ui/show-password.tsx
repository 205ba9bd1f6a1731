import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { t } from '../words/words.ts'
import { IconButton } from './button.tsx'

/** The button inside a field that shows what was typed. */
export function ShowPassword({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  return (
    <IconButton
      label={isShown ? t('Hide password') : t('Show password')}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
    >
      {isShown ? <IconEyeOff size={18} stroke={1.7} /> : <IconEye size={18} stroke={1.7} />}
    </IconButton>
  )
}
