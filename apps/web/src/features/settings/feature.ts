import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/settings', page: 'SettingsPage' }],
  menu: [{ list: 'clients', order: 60, label: () => t('settings'), path: '/settings', icon: 'settings' }],
})
