import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/settings', page: 'SettingsPage' }],
  menu: [{ list: 'clients', order: 60, label: msg('Settings'), path: '/settings', icon: 'settings' }],
})
