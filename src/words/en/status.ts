import type { AccountStatus } from '../../domain/account.ts';

export const status = {
  online: 'Online',
  offline: 'Offline',
  'backing-up': 'Backing up',
  unknown: 'Unknown status',
  'not-reported': 'Status not reported',
} satisfies Record<AccountStatus['kind'], string>;
