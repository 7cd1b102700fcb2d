package crush

// defaultPool is the number of the replacements that serve all pools without their own.
const defaultPool = -1

// options is what a placer is made of besides a map, a rule and a number of places.
type options struct {
	weights []uint32
	allIn   bool
	args    bool
	pool    int64
	threads int
}

// Option says something about a [Placer] that is not as usual.
type Option func(*options)

// WithWeights gives the operator's weight of each device, in 16.16: 0 is out, 0x10000 is in, and a device without a weight
// is out. Without this option all are in. The weights are copied.
func WithWeights(weights []uint32) Option {
	return func(o *options) { o.weights, o.allIn = weights, false }
}

// WithPool takes the weight-sets and ids (choose_args) of a pool, or the map's default ones when the pool has none of its
// own. Without this option the default ones are taken, if there are any.
func WithPool(pool int64) Option {
	return func(o *options) { o.args, o.pool = true, pool }
}

// WithoutChooseArgs takes the weights of the buckets as they are, whatever weight-sets the map has.
func WithoutChooseArgs() Option {
	return func(o *options) { o.args = false }
}

// WithThreads lets PlaceBatch work on up to so many threads; 0 stands for as many as there are processors. Without this
// option it works on one, that of its caller. The results are the same with any number.
func WithThreads(threads int) Option {
	return func(o *options) { o.threads = max(threads, 0) }
}
