/**
 * Computes where data is placed in a cluster, as Ceph's CRUSH does, bit for bit.
 *
 * <p>A {@link io.github.libcrush.CrushMap} describes the cluster. A {@link io.github.libcrush.Placer} is a map, one of its
 * rules and the weights of the devices, prepared once and then asked for millions of inputs, by any number of threads. Both
 * hold memory of the C library libcrush: {@code close} gives it back at once, and the garbage collector does so for what
 * nobody closed. After {@code close} every method throws {@link IllegalStateException}; a {@code close} during a call of
 * another thread is safe, and that call is finished.
 *
 * <p>Weights of devices are numbers in 16.16: 0 is out, 0x10000 is in. Ids of devices count from 0, those of buckets are
 * negative. Inputs are any 32 bits: for a placement group of Ceph, {@link io.github.libcrush.PlacementGroups} makes them.
 */
package io.github.libcrush;
