import { useClientInfo } from '../../session/client-info.ts'
import { t } from './words.ts'

/** What the menu of the company calls its touts. */
export function useToutName(): string {
  return useClientInfo()?.config.navigation === 'lottery' ? t('ticketResellers') : t('touts')
}
