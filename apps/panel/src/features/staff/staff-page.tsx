import { CustomerSearch } from './customer-search.tsx';
import { StaffDoor } from './staff-door.tsx';

/** Where staff sign in and find the customer to help. SUP-01. */
export function StaffPage() {
  return <StaffDoor>{(staff) => <CustomerSearch staff={staff} />}</StaffDoor>;
}
