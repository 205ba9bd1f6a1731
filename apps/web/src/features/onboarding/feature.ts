import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/onboarding', page: 'OnboardingPage' }],
  menu: [
    {
      list: 'clients',
      order: 130,
      label: msg('Onboarding'),
      path: '/onboarding',
      icon: 'onboarding',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
