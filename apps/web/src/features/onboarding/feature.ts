import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/onboarding', page: 'OnboardingPage' }],
  menu: [
    {
      list: 'clients',
      order: 130,
      label: () => t('onboarding'),
      path: '/onboarding',
      icon: 'onboarding',
      when: ({ role }) => can(role, 'company:manage'),
    },
  ],
})
